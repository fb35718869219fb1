export { normaliseBaseUrl } from "./base-url";
export { retryAfter } from "./backoff";
export { classify } from "./classify";
export { readErrorBody } from "./error-body";
export { readFirstToken, yesNoMass } from "./logprobs";
export { newMemory, type EndpointMemory } from "./memory";
export { createEndpointModel, type EndpointModelOptions } from "./model";
export { createNodeFetch } from "./node-fetch";
export { splitThought } from "./reasoning";
