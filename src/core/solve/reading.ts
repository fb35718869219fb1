import type { TraceEvent, TraceSnapshot } from "../trace";
import { answerOf } from "./answerOf";
import type { SolveSettings } from "./settings";

/** One answer that is read off a search: a solve of its own whose settings differ from the search's in the final selection alone. */
export interface Reading {
  /** Random id of this solve. */
  readonly id: string;
  readonly settings: SolveSettings;
}

/**
 * An event of a search of VReST as the search would have told it with another final selection.
 * @param snapshot what the search's own events up to this one come to
 */
export function readEvent(event: TraceEvent, snapshot: TraceSnapshot, { id, settings }: Reading): TraceEvent {
  if (event.type === "started") return { ...event, id, settings: { ...event.settings, ...settings } };
  return event.type === "answer" ? { ...event, best: answerOf(snapshot, settings) } : event;
}

/** What two solves must have in common to be read off one search. */
export function searchKey(method: string, settings: SolveSettings): string {
  const { select, votes, gamma, ...search } = settings;
  return JSON.stringify([method, search, ...(method === "vrest" ? [] : [select, votes, gamma])]);
}
