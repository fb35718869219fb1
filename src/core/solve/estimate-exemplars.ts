import { groundedCost, type RetrievalSettings } from "../exemplars";
import type { Exemplar } from "../ports";
import type { SolveEstimate } from "./estimate";

/** What exemplars add to each prompt. */
export interface ExemplarLoad {
  /** Beside the figure in question. */
  readonly pictures: number;
  /** Of text and pictures, roughly: four characters or 28x28 pixels each. */
  readonly tokens: number;
}

/**
 * What K exemplars add to each prompt: that of the given ones, or K times the mean where others are given, as a page
 * of the library.
 */
export function exemplarLoad(exemplars: readonly Exemplar[], { mode, exemplars: k, contexts }: Pick<RetrievalSettings, "mode" | "exemplars" | "contexts">): ExemplarLoad {
  if (mode === "none" || exemplars.length === 0) return { pictures: 0, tokens: 0 };
  const tokensOf = ({ question, choices, answer, context, image }: Exemplar): number =>
    Math.ceil([question, ...choices, contexts && context !== null ? context : answer].join("\n").length / 4) + Math.ceil(image.width / 28) * Math.ceil(image.height / 28);
  const mean = exemplars.reduce((sum, each) => sum + tokensOf(each), 0) / exemplars.length;
  return { pictures: Math.min(k, exemplars.length), tokens: Math.ceil(mean * Math.min(k, exemplars.length)) };
}

/** Upper bounds of a whole solve with exemplars: their pictures and tokens in every request, without what servers reuse. */
export function estimateWithExemplars(solve: SolveEstimate, load: ExemplarLoad, { mode, reward }: Pick<RetrievalSettings, "mode" | "reward">): SolveEstimate & { readonly exemplars: ExemplarLoad } {
  const choice = mode === "rcts" && reward === "answerGrounded" && load.tokens > 0 ? groundedCost() : { requests: 0, samples: 0 };
  const requests = solve.requests + choice.requests;
  return { requests, samples: solve.samples + choice.samples, exemplars: { pictures: requests * load.pictures, tokens: requests * load.tokens } };
}
