export { prepareImage } from "./prepare";
export type { Prepared, PrepareOptions } from "./prepare";
export { estimateImageTokens } from "./size";
