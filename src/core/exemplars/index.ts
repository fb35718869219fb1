export { fillVectors } from "./fill-vectors";
export { buildContexts, type ContextsRequest } from "./contexts";
export type { ContextsEvent } from "./contexts-events";
export { chooseContext, editContext, rejectContext } from "./contexts-review";
export { contextDefaults, type ContextSettings } from "./contexts-settings";
export { retrievalDefaults, type RetrievalSettings } from "./settings";
export { exemplarTurns } from "./turns";
