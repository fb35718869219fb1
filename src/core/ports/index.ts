export * from "./errors";
export * from "./image";
export * from "./model";
export * from "./profile";
export * from "./services";
