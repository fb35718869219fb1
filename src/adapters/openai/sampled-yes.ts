import type { YesReply } from "../../core/ports";
import { readYesOrNo } from "./yes-words";

/**
 * P(Yes) from sampled replies to a Yes/No question, by Laplace's rule of succession: (k + 1) / (m + 2) for k
 * times Yes among the m replies that say one of the two. Without such a reply it is 1/2.
 */
export function estimateYes(replies: readonly string[]): Omit<YesReply, "usage"> {
  const words = replies.map(readYesOrNo);
  const [yes, no] = (["yes", "no"] as const).map((wanted) => words.filter((word) => word === wanted).length) as [number, number];
  return { yes: (yes + 1) / (yes + no + 2), no: (no + 1) / (yes + no + 2), source: "sampled" };
}
