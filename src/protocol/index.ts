export * from "./panel";
export * from "./wording";
export * from "./validate";
