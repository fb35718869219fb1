/** Every name that package.json and the code share; a test compares the two. Knows no VS Code. */

export const commandIds = [
  "figtree.solveDiagram",
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
] as const;
export type CommandId = (typeof commandIds)[number];

export const panelViewType = "figtree.panel";
export const traceEditorType = "figtree.trace";
export const searchTreeView = "figtree.searchTree";

export const contextKeys = { solving: "figtree:solving", hasTrace: "figtree:hasTrace" } as const;

/** File names of figures, as in the menus' conditions. */
export const figureExtensions = ["png", "jpg", "jpeg", "webp", "gif", "avif", "tif", "tiff", "svg"];
