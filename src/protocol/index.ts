export * from "./panel";
export * from "./wording";
export * from "./validate";
export * from "./html";
export * from "./warnings";
