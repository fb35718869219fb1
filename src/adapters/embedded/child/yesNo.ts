import { logPartition } from "./sampling";

export interface YesNoTokens {
  readonly yes: readonly number[];
  readonly no: readonly number[];
}

/**
 * Ids of every one-token spelling of "yes" and of "no": any case, with the marks of sentencepiece
 * or byte-level BPE or real white space before it, with trailing punctuation (VReST eq. 6 needs one
 * probability per word, not per spelling).
 */
export function yesNoTokens(vocabulary: Iterable<readonly [token: string, id: number]>): YesNoTokens {
  const yes: number[] = [];
  const no: number[] = [];
  for (const [token, id] of vocabulary) {
    const word = token.replace(/^[\s\u2581\u0120\u010A]+|[\s\u2581\u0120\u010A.,;:!?]+$/gu, "").toLowerCase();
    if (word === "yes") yes.push(id);
    else if (word === "no") no.push(id);
  }
  return { yes, no };
}

/** Sum of the softmax probabilities of the given ids, in [0, 1]. */
export function probabilityOf(ids: readonly number[], logits: Float32Array): number {
  const partition = logPartition(logits);
  return Math.min(1, ids.reduce((sum, id) => sum + Math.exp(logits[id]! - partition), 0));
}
