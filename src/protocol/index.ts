export * from "./panel";
export * from "./exemplars";
export * from "./comparison";
export * from "./wording";
export * from "./outcome";
export * from "./profile";
export * from "./validate";
export * from "./html";
