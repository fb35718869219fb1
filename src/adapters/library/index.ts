export { exemplarId } from "./identity";
export { openLibrary, restoreLibrary, type LibraryOptions } from "./open";
