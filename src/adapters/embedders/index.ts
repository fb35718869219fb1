export { createEmbedder, type EmbedderSpec } from "./createEmbedder";
export { createEndpointEmbedder, endpointSpace } from "./endpoint/createEndpointEmbedder";
export { createTransformersEmbedder } from "./local/createTransformersEmbedder";
export { createOfflineEmbedder } from "./offline/createOfflineEmbedder";
