export { prepareImage } from "./prepare";
export { estimateImageTokens } from "./size";
