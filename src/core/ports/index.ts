export * from "./abort";
export * from "./embedder";
export * from "./errors";
export * from "./exemplar";
export * from "./image";
export * from "./model";
export * from "./profile";
export * from "./services";
