export { exemplarId } from "./identity";
export type { LanceModules } from "./lance/modules";
export { openLibrary, restoreLibrary, type LibraryOptions } from "./open";
