/** Question and options as a person is typing them. */
export interface Draft {
  readonly question: string;
  /** One option per line, as typed. */
  readonly choices: string;
}

/** The draft together with what the host is known to have. */
export interface DraftState {
  readonly draft: Draft;
  /** The host's version at the last look. */
  readonly base: Draft;
  /** Versions that went to the host and have not come back yet, oldest first. */
  readonly sent: readonly Draft[];
}

export const emptyDraft: Draft = { question: "", choices: "" };

const same = (a: Draft, b: Draft): boolean => a.question === b.question && linesOf(a.choices).join("\n") === linesOf(b.choices).join("\n");

/** Options without blanks and empty lines. */
export const linesOf = (choices: string): readonly string[] => choices.split("\n").map((line) => line.trim()).filter((line) => line !== "");

export const draftFrom = (question: string, choices: readonly string[]): Draft => ({ question, choices: choices.join("\n") });

/** What the host says wins when the host changed it by itself; an echo of what was sent does not overwrite newer typing. */
export function meetHost(state: DraftState, host: Draft): DraftState {
  if (same(host, state.base)) return state;
  const echo = state.sent.findIndex((sent) => same(sent, host));
  if (echo >= 0) return { ...state, base: host, sent: state.sent.slice(echo + 1) };
  return { draft: host, base: host, sent: [] };
}

/** After a reload: what was half typed comes back unless the host has moved on since. */
export function restoreDraft(kept: { readonly draft: Draft; readonly base: Draft } | undefined, host: Draft): DraftState {
  if (kept !== undefined && same(kept.base, host)) return { draft: kept.draft, base: host, sent: [] };
  return { draft: host, base: host, sent: [] };
}

export const isUnsent = ({ draft, base, sent }: DraftState): boolean => !same(draft, sent.at(-1) ?? base);
