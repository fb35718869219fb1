import path from "node:path";
import { createSolveStorage } from "../../adapters/storage";
import type { PreparedImage } from "../../core/ports";
import type { TraceEvent, TraceSnapshot } from "../../core/trace";

/** A solve on disk while it runs. */
export interface SolveRecord {
  /** Resolves once the event is in the file. */
  append(event: TraceEvent): Promise<void>;
  close(): Promise<void>;
}

export interface StoredSolve {
  readonly snapshot: TraceSnapshot;
  readonly image: PreparedImage | null;
  /** File name of the figure; empty for a pasted one. */
  readonly name: string;
}

export interface SolveSummary {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly answer: string | null;
  readonly partial: boolean;
  readonly startedAt: number;
}

/** Solves kept by the extension, newest first in lists. */
export interface SolveStore {
  begin(id: string, image: PreparedImage, name: string): Promise<SolveRecord>;
  list(): Promise<readonly SolveSummary[]>;
  read(id: string): Promise<StoredSolve>;
}

/** Keeps solves in the extension's own folder. */
export function createStore(folder: string): SolveStore {
  return createSolveStorage(path.join(folder, "solves"));
}
