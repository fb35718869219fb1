export { chooseExemplars, type ChooseRequest, type ChosenExemplars } from "./choose";
export { exemplarFromTrace, type FromTraceOptions } from "./from-trace";
export type { GroundedModel } from "./grounded/model";
export { isProblemItself, type ExemplarProblem } from "./problem";
export { retrieve, type RetrieveRequest, type Retrieved, type RetrievedExemplar } from "./retrieve/retrieve";
export { retrievalDefaults, retrievalRanges, retrievalSettingsOf, type RetrievalSettings } from "./settings";
