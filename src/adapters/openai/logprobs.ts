import { fieldsOf, listOf, numberOf, textOf } from "../http";
import { spells, type YesOrNo } from "./yes-words";

/** Servers put -9999 for "not in the list". */
const absent = -9000;

export interface TokenProbability {
  readonly token: string;
  /** In [0, 1]. */
  readonly probability: number;
}

/**
 * The distribution of a choice's first token as far as it was told: the token itself and its list of
 * alternatives, in no particular order, each text once (the better value counts). Empty when there is nothing
 * usable. Reads the chat form `{content: [{token, logprob, top_logprobs}]}` and the older
 * `{tokens, token_logprobs, top_logprobs: [{token: logprob}]}`.
 */
export function readFirstToken(logprobs: unknown): readonly TokenProbability[] {
  const fields = fieldsOf(logprobs);
  const first = fieldsOf(listOf(fields["content"])[0]);
  const older = Object.entries(fieldsOf(listOf(fields["top_logprobs"])[0])).map(([token, logprob]) => ({ token, logprob }));
  const entries = [first, ...listOf(first["top_logprobs"]).map(fieldsOf), { token: listOf(fields["tokens"])[0], logprob: listOf(fields["token_logprobs"])[0] }, ...older];
  const best = new Map<string, number>();
  for (const entry of entries) {
    const token = tokenText(entry);
    const logprob = numberOf(entry["logprob"]);
    if (token === undefined || logprob === undefined || logprob <= absent) continue;
    best.set(token, Math.max(best.get(token) ?? 0, Math.min(1, Math.exp(logprob))));
  }
  return [...best].map(([token, probability]) => ({ token, probability }));
}

/** The token's text; from its bytes where the text is missing or only a number ("token_id:123"). */
function tokenText(entry: Readonly<Record<string, unknown>>): string | undefined {
  const text = textOf(entry["token"]);
  if (text !== undefined && text !== "" && !/^token_id:\d+$/.test(text)) return text;
  const bytes = listOf(entry["bytes"]).filter((byte) => typeof byte === "number");
  return bytes.length === 0 ? undefined : new TextDecoder().decode(Uint8Array.from(bytes));
}

export interface YesNoMass {
  /** In [0, 1]. */
  readonly yes: number;
  /** In [0, 1]. */
  readonly no: number;
  /** Probability of all spellings of both words that were really in the list. */
  readonly observed: number;
}

/**
 * P(Yes) and P(No) summed over all spellings (VReST eq. 6). A word that is not in the list cannot be likelier
 * than the least likely listed token, nor than what the list leaves over; that bound is its value.
 */
export function yesNoMass(tokens: readonly TokenProbability[]): YesNoMass {
  const total = tokens.reduce((sum, { probability }) => sum + probability, 0);
  const bound = Math.max(0, Math.min(1 - total, ...tokens.map(({ probability }) => probability)));
  const massOf = (word: YesOrNo): number => tokens.reduce((sum, { token, probability }) => (spells(token) === word ? sum + probability : sum), 0);
  const has = (word: YesOrNo): boolean => tokens.some(({ token }) => spells(token) === word);
  const [yes, no] = [massOf("yes"), massOf("no")];
  return { yes: Math.min(1, has("yes") ? yes : bound), no: Math.min(1, has("no") ? no : bound), observed: Math.min(1, yes + no) };
}
