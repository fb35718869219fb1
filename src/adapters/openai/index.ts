export * from "./base-url";
export { createEndpointModel, type EndpointModelOptions } from "./model";
