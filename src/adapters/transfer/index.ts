export type { PrepareImage } from "./batch";
export { contextFromParts } from "./context";
export { importExemplars, type ImportOptions, type ImportProgress } from "./import";
export { inspectImport } from "./inspect";
export type { PartialMapping } from "./mapping/mapping";
export { exemplarFromMarkdown } from "./markdown";
export { exportPack } from "./pack/export";
export type { ImportPlan } from "./plan";
export type { ImportProblem, ReasonCount } from "./refusal";
