export { exemplarFromTrace, type FromTraceOptions } from "./from-trace";
export { retrievalDefaults, type RetrievalSettings } from "./settings";
