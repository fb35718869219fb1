export { unusableTypes, visionLanguageTypes } from "./architectures";
export { weightTypes } from "./chooseFiles";
export { createModelStore } from "./createModelStore";
export type { ModelStore } from "./createModelStore";
export { curatedModels } from "./curated";
export type { InstallProgress } from "./progress";
