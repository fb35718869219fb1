export { unusableTypes, visionLanguageTypes } from "./architectures";
export { weightTypes } from "./chooseFiles";
export { createModelStore } from "./createModelStore";
export type { InstalledModel, ModelStore } from "./createModelStore";
export { curatedModels } from "./curated";
export type { InstallProgress } from "./progress";
