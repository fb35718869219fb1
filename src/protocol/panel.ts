import type { ImageInfo, PreflightNote } from "../core/ports";
import type { TraceSnapshot } from "../core/trace";
import type { Comparison } from "./comparison";
import { noExemplars, type ExemplarPlan } from "./exemplars";

/** The figure that will be, or was, sent. Its bytes travel once, in an `image` message, under `info.sha256`. */
export interface FigureCard {
  readonly info: ImageInfo;
  /** File name as the person knows it, or an empty text for a pasted figure. */
  readonly name: string;
  /** Width, height and bytes of what was given. */
  readonly original: { readonly width: number; readonly height: number; readonly byteLength: number; readonly format: string };
  readonly notes: readonly PreflightNote[];
  /** About how many tokens the model will count for it. */
  readonly tokenEstimate: number;
}

/** A sentence for a person: what happened, what it means, what to do next. */
export interface Sentence {
  readonly what: string;
  readonly meaning: string;
  readonly next: string;
  /** A command of the host that helps with it. */
  readonly action?: { readonly label: string; readonly command: PanelCommand };
}

export type PanelCommand = "openSettings" | "chooseModel" | "setApiKey" | "showLog" | "pickFigure" | "solve" | "setLibraryKey" | "restoreLibrary";

/** Budget estimate, shown before a run. */
export interface CostEstimate {
  /** Model requests at most. */
  readonly requests: number;
  /** Sampled replies at most, rewards included. */
  readonly samples: number;
  /** Pictures of exemplars in all requests together, at most; absent without exemplars. */
  readonly exemplarPictures?: number;
}

/** Everything the panel shows. The host owns it; the view keeps only what is half typed or folded. */
export interface PanelState {
  /** `solve`: the working panel. `trace`: a saved trace, read-only. */
  readonly mode: "solve" | "trace";
  readonly figure: FigureCard | null;
  readonly question: string;
  /** One option per entry, without letters; empty for an open question. */
  readonly choices: readonly string[];
  readonly status: "idle" | "preparing" | "solving" | "stopping" | "done";
  /** What is being done before or beside the search, ready for display; null when there is nothing to say. */
  readonly progress: string | null;
  readonly model: { readonly label: string; readonly place: string; readonly sample: boolean };
  readonly run: { readonly method: string; readonly preset: string; readonly estimate: CostEstimate };
  readonly exemplars: ExemplarPlan;
  /** Shown at the top until the next action; wording is ready for display. */
  readonly problem: Sentence | null;
  /** Null before the first comparison of methods. */
  readonly comparison: Comparison | null;
  /** Null before the first solve. */
  readonly snapshot: TraceSnapshot | null;
  /** Node that is selected in the panel and in the side tree. */
  readonly selectedNode: number | null;
  /** Where the trace was saved, as a display path. */
  readonly savedAs: string | null;
}

export type HostMessage =
  | { readonly type: "state"; readonly state: PanelState }
  /** Only the snapshot (and with it the status) changed; sent at most ten times a second. */
  | { readonly type: "snapshot"; readonly snapshot: TraceSnapshot; readonly status: PanelState["status"] }
  /** Only the comparison changed; sent at most ten times a second. */
  | { readonly type: "comparison"; readonly comparison: Comparison; readonly status: PanelState["status"] }
  | { readonly type: "image"; readonly sha256: string; readonly mediaType: string; readonly bytes: Uint8Array }
  /** The library does not have an exemplar's picture that was asked for. */
  | { readonly type: "noImage"; readonly sha256: string }
  /** Select and scroll to a node. */
  | { readonly type: "reveal"; readonly node: number };

export type ViewMessage =
  | { readonly type: "ready" }
  | { readonly type: "pasteFigure"; readonly name: string; readonly bytes: Uint8Array }
  /** A file dropped from the explorer arrives as a URI instead of bytes. */
  | { readonly type: "dropUri"; readonly uri: string }
  | { readonly type: "removeFigure" }
  | { readonly type: "setQuestion"; readonly question: string; readonly choices: readonly string[] }
  | { readonly type: "solve"; readonly question: string; readonly choices: readonly string[] }
  /** Chooses methods and runs them all. */
  | { readonly type: "compare"; readonly question: string; readonly choices: readonly string[] }
  /** Shows the stored solve of one row of the comparison. */
  | { readonly type: "openCompared"; readonly row: string }
  | { readonly type: "stop" }
  | { readonly type: "selectNode"; readonly node: number }
  | { readonly type: "saveTrace" }
  /** Asks for the picture of an exemplar of the snapshot. */
  | { readonly type: "needImage"; readonly sha256: string }
  /** Whether the next solve uses exemplars, and how many. */
  | { readonly type: "useExemplars"; readonly on: boolean; readonly count: number }
  /** `pin`: always in the list; `ban`: never; `free`: as retrieval says. */
  | { readonly type: "judgeExemplar"; readonly id: string; readonly verdict: "pin" | "ban" | "free" }
  | { readonly type: "addToLibrary" }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "command"; readonly command: PanelCommand }
  /** Something went wrong in the view itself; for the log. */
  | { readonly type: "viewError"; readonly message: string };

export function emptyPanelState(model: PanelState["model"], run: PanelState["run"]): PanelState {
  return {
    mode: "solve", figure: null, question: "", choices: [], status: "idle", progress: null, model, run, exemplars: noExemplars,
    problem: null, comparison: null, snapshot: null, selectedNode: null, savedAs: null,
  };
}
