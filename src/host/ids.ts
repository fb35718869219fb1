/** Every name that package.json and the code share; a test compares the two. Knows no VS Code. */

export const commandIds = [
  "figtree.solveDiagram",
  "figtree.compareMethods",
  "figtree.evaluateLibrary",
  "figtree.saveReport",
  "figtree.chooseModel",
  "figtree.testConnection",
  "figtree.stop",
  "figtree.saveTrace",
  "figtree.openRecent",
  "figtree.setApiKey",
  "figtree.removeApiKey",
  "figtree.showLog",
  "figtree.showPanel",
  "figtree.revealNode",
  "figtree.copyNode",
  "figtree.addExemplar",
  "figtree.addSelectionToLibrary",
  "figtree.addSolveToLibrary",
  "figtree.importExemplars",
  "figtree.exportExemplars",
  "figtree.loadStarterLibrary",
  "figtree.showExemplar",
  "figtree.searchExemplars",
  "figtree.clearExemplarSearch",
  "figtree.refreshExemplars",
  "figtree.removeExemplars",
  "figtree.buildContexts",
  "figtree.pauseContexts",
  "figtree.resumeContexts",
  "figtree.cancelContexts",
  "figtree.reviewContexts",
  "figtree.rebuildVectors",
  "figtree.restoreLibrary",
  "figtree.setLibraryKey",
] as const;
export type CommandId = (typeof commandIds)[number];

export const panelViewType = "figtree.panel";
export const reportViewType = "figtree.report";
export const traceEditorType = "figtree.trace";
export const searchTreeView = "figtree.searchTree";
export const exemplarsView = "figtree.exemplars";
/** Exemplars as files: their words, pictures and contexts. */
export const libraryScheme = "figtree-library";

export const contextKeys = {
  solving: "figtree:solving", hasTrace: "figtree:hasTrace", libraryFilled: "figtree:libraryFilled", searched: "figtree:exemplarSearch", starterLibrary: "figtree:starterLibrary",
  contextsRunning: "figtree:contextsRunning", contextsPaused: "figtree:contextsPaused",
} as const;

/** File names of figures, as in the menus' conditions. */
export const figureExtensions = ["png", "jpg", "jpeg", "webp", "gif", "avif", "tif", "tiff", "svg"];
