export { exemplarId } from "./identity";
export { lookBack, openLibrary, restoreLibrary, type LibraryOptions } from "./open";
