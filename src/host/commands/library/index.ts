import type { CommandId } from "../../ids";
import { addExemplar } from "./add";
import { buildLibraryContexts, resumeContexts } from "./contexts";
import type { LibraryContext } from "./context";
import { exportLibrary } from "./export";
import { addSelection } from "./from-markdown";
import { addSolve } from "./from-solve";
import { importLibrary, loadStarterLibrary } from "./import";
import { removeExemplars } from "./remove";
import { restoreDamaged, setLibraryKey } from "./place";
import { reviewContexts } from "./review";
import { searchExemplars, showExemplar } from "./show";
import { rebuildVectors } from "./vectors";

export type { LibraryContext } from "./context";

/** A command on one element, and on all that are selected beside it. */
export type Handler = (element: unknown, selected: unknown) => unknown;

/** The commands of the exemplar library. */
export function libraryHandlers(context: LibraryContext) {
  const { job, exemplars, library, panels } = context;
  return {
    "figtree.addExemplar": () => addExemplar(context),
    "figtree.addSelectionToLibrary": () => addSelection(context),
    "figtree.addSolveToLibrary": () => addSolve(context, panels.followed),
    "figtree.importExemplars": (given) => importLibrary(context, given),
    "figtree.exportExemplars": () => exportLibrary(context),
    "figtree.loadStarterLibrary": () => loadStarterLibrary(context),
    "figtree.showExemplar": (element) => showExemplar(context, element),
    "figtree.searchExemplars": () => searchExemplars(context),
    "figtree.clearExemplarSearch": () => exemplars.search(""),
    "figtree.refreshExemplars": () => (library.exists ? library.refresh() : undefined),
    "figtree.removeExemplars": (element, selected) => removeExemplars(context, element, selected),
    "figtree.buildContexts": (element, selected) => buildLibraryContexts(context, element, selected),
    "figtree.pauseContexts": () => job.pause(),
    "figtree.resumeContexts": () => resumeContexts(context),
    "figtree.cancelContexts": () => job.cancel(),
    "figtree.reviewContexts": (element) => reviewContexts(context, element),
    "figtree.rebuildVectors": () => rebuildVectors(context),
    "figtree.restoreLibrary": () => restoreDamaged(context),
    "figtree.setLibraryKey": () => setLibraryKey(context),
  } as const satisfies Partial<Record<CommandId, Handler>>;
}
