import type { ExemplarCandidate, ExemplarSelection, RetrievalChannel } from "../../src/core/trace";
import { channelTitle, retrievalTitle } from "../../src/protocol";
import { translate } from "../l10n";
import { score } from "./format";

/** Cards that a section shows without being opened. */
const shortList = 3;

/** The chosen ones in their order, and the others by their rank after fusion. */
export function splitCandidates(selection: ExemplarSelection): { readonly chosen: readonly ExemplarCandidate[]; readonly others: readonly ExemplarCandidate[] } {
  const chosen = selection.candidates.filter(({ rankAfter }) => rankAfter !== null).sort((a, b) => a.rankAfter! - b.rankAfter!);
  const others = selection.candidates.filter(({ rankAfter }) => rankAfter === null).sort((a, b) => (a.rankBefore ?? Infinity) - (b.rankBefore ?? Infinity));
  return { chosen, others };
}

/** A long list begins folded. */
export const isShort = (selection: ExemplarSelection): boolean => splitCandidates(selection).chosen.length <= shortList;

/** What stands beside the title of the section. */
export const exemplarsNote = (selection: ExemplarSelection): string => (selection.mode === "none" ? translate("none") : translate("{0} of {1}, {2}", splitCandidates(selection).chosen.length, selection.candidates.length, retrievalTitle(selection.mode, translate)));

/** "7 → 1": the place that retrieval gave, and the one it has now. */
export function rankChange({ rankBefore, rankAfter }: ExemplarCandidate): string {
  const before = rankBefore === null ? translate("not retrieved") : String(rankBefore);
  return `${before} → ${rankAfter === null ? translate("not chosen") : String(rankAfter)}`;
}

export interface SimilarityRow {
  readonly title: string;
  readonly rank: number;
  /** Two digits; BM25 is unbounded, the others are cosines. */
  readonly score: string;
}

const order: readonly RetrievalChannel[] = ["text", "bm25", "image", "matching"];

/** One line for each list that holds the exemplar. */
export function similarityRows({ channels }: ExemplarCandidate): readonly SimilarityRow[] {
  return order.flatMap((channel) => {
    const found = channels[channel];
    return found === undefined ? [] : [{ title: channelTitle(channel, translate), rank: found.rank, score: found.score.toFixed(2) }];
  });
}

const weight = (settings: ExemplarSelection["settings"], name: string): string => (typeof settings[name] === "number" ? `${settings[name]} × ` : "");

/** The reward as the sum that it is; undefined where the mode has none. */
export function rewardText({ reward, settings }: ExemplarSelection): string | undefined {
  if (reward === null) return undefined;
  return translate("Reward {0} = {1} pass rate + {2} difference.", score(reward.total), `${weight(settings, "alpha")}${score(reward.selfConsistency)}`, `${weight(settings, "beta")}${score(reward.mutual)}`);
}
