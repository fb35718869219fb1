export * from "./panel";
export * from "./wording";
export * from "./outcome";
export * from "./validate";
export * from "./html";
