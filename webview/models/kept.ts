import type { Draft } from "./draft";

export interface KeptRow {
  readonly row: string;
  readonly solve: string;
  /** First solve of the search that it is read off; an earlier version has kept none. */
  readonly search?: string;
}

/** What the view itself keeps over a reload: half-typed text and what is folded. Everything else is the host's. */
export interface Kept {
  /** Solve that was shown, so that a host can bring it back with the view. */
  readonly solve: string | null;
  /** Methods of the comparison that was shown, with their solves. */
  readonly comparison?: readonly KeptRow[];
  readonly draft?: { readonly draft: Draft; readonly base: Draft };
  /** Sections that a person opened or closed, by name. */
  readonly open: Readonly<Record<string, boolean>>;
}

export const nothingKept: Kept = { solve: null, open: {} };

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isDraft = (value: unknown): value is Draft => isRecord(value) && typeof value["question"] === "string" && typeof value["choices"] === "string";

const isRow = (value: unknown): value is KeptRow => isRecord(value) && typeof value["row"] === "string" && typeof value["solve"] === "string";

/** Reads what an earlier version of the view may have kept; anything unknown is left out. */
export function readKept(raw: unknown): Kept {
  if (!isRecord(raw)) return nothingKept;
  const { solve, draft, open, comparison } = raw;
  const entries = isRecord(open) ? Object.entries(open).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean") : [];
  return {
    solve: typeof solve === "string" ? solve : null,
    ...(Array.isArray(comparison) ? { comparison: comparison.filter(isRow) } : {}),
    ...(isRecord(draft) && isDraft(draft["draft"]) && isDraft(draft["base"]) ? { draft: { draft: draft["draft"], base: draft["base"] } } : {}),
    open: Object.fromEntries(entries),
  };
}
