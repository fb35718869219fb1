export { retrievalDefaults, type RetrievalSettings } from "./settings";
