export { createEmbeddedModel } from "./createEmbeddedModel";
export type { EmbeddedModel } from "./createEmbeddedModel";
