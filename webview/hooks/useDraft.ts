import { useContext, useLayoutEffect, useState } from "preact/hooks";
import type { PanelState } from "../../src/protocol";
import type { Host } from "../host";
import { draftFrom, emptyDraft, isUnsent, linesOf, meetHost, restoreDraft, type Draft, type DraftState } from "../models/draft";
import { KeptContext } from "./useKept";

/** Pause in typing after which the host learns the question. Milliseconds. */
const pause = 300;

export interface DraftControl {
  readonly draft: Draft;
  edit(change: Partial<Draft>): void;
  /** Hands question and options over and starts the search. */
  solve(): void;
  /** Hands them over and lets the person choose methods to compare. */
  compare(): void;
}

/** Question and options while they are typed, in step with the host and kept over reloads. */
export function useDraft(host: Host, panel: PanelState | null): DraftControl {
  const { kept, update } = useContext(KeptContext);
  const [state, setState] = useState<DraftState>();
  const theirs = panel === null ? undefined : draftFrom(panel.question, panel.choices);

  useLayoutEffect(() => {
    if (theirs !== undefined) setState((before) => (before === undefined ? restoreDraft(kept.draft, theirs) : meetHost(before, theirs)));
  }, [theirs?.question, theirs?.choices]);

  useLayoutEffect(() => {
    if (state === undefined) return undefined;
    const { draft, base } = state;
    update({ draft: { draft, base } });
    if (!isUnsent(state)) return undefined;
    const timer = setTimeout(() => {
      host.post({ type: "setQuestion", question: draft.question, choices: linesOf(draft.choices) });
      setState((now) => now && { ...now, sent: [...now.sent, draft] });
    }, pause);
    return () => clearTimeout(timer);
  }, [state]);

  const draft = state?.draft ?? emptyDraft;
  const hand = (type: "solve" | "compare"): void => {
    host.post({ type, question: draft.question, choices: linesOf(draft.choices) });
    setState((now) => now && { ...now, sent: [...now.sent, draft] });
  };
  return {
    draft,
    edit: (change) => setState((now) => now && { ...now, draft: { ...now.draft, ...change } }),
    solve: () => hand("solve"),
    compare: () => hand("compare"),
  };
}
