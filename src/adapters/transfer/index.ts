export type { PrepareImage } from "./batch";
export { contextFromParts, type ContextParts } from "./context";
export { importExemplars, type ImportOptions, type ImportProgress } from "./import";
export { inspectImport, type InspectOptions } from "./inspect";
export type { AnswerForm, FieldMapping, PartialMapping } from "./mapping/mapping";
export { exemplarFromMarkdown, type MarkdownExemplar } from "./markdown";
export { exportPack, type ExportOptions, type ExportSummary } from "./pack/export";
export type { ImportPlan, ImportSample } from "./plan";
export type { ImportProblem, ReasonCount } from "./refusal";
