import { enumerated, english, sentences, type Translate } from "./translate";
import type { ExemplarDelivery, ExemplarSelection, RetrievalChannel, RetrievalMode } from "../core/trace";

/** What the next solve of a panel will do with the exemplar library. */
export interface ExemplarPlan {
  readonly on: boolean;
  /** K, 1 to 16. */
  readonly count: number;
  /** How they are chosen while `on`. */
  readonly mode: Exclude<RetrievalMode, "none">;
  /** How many exemplars there are and how many of them are verified; null while the library has not been looked into. */
  readonly library: { readonly exemplars: number; readonly verified: number } | null;
  /** Ids that are in the list whatever retrieval says. */
  readonly pinned: readonly string[];
  /** Ids that are left out. */
  readonly banned: readonly string[];
}

/** Most exemplars that may precede a problem. */
export const mostExemplars = 16;

/** Before anything is known of the library. */
export const noExemplars: ExemplarPlan = { on: false, count: 3, mode: "rcts", library: null, pinned: [], banned: [] };

/** How exemplars were chosen, in a word or two. */
export const retrievalTitle = (mode: RetrievalMode, translate: Translate = english): string => (mode === "rcts" ? "RCTS" : translate({ rag: "retrieval order", random: "at random", none: "none" }[mode]));

/** What a retrieval list compares. */
export const channelTitle = (channel: RetrievalChannel, translate: Translate = english): string => translate({ text: "question", bm25: "words (BM25)", image: "picture", matching: "question to picture" }[channel]);

/** How the chosen exemplars reached the model, as a sentence. */
export function describeDelivery(delivery: ExemplarDelivery, chosen: number, translate: Translate = english): string {
  if (chosen === 0) return "";
  const it = chosen === 1;
  switch (delivery) {
    case "pictures":
      return it ? translate("It preceded the problem with its picture.") : translate("They preceded the problem, each with its picture.");
    case "contactSheet":
      return translate("Their pictures went to the model on one sheet, because it takes too few pictures at once.");
    case "text":
      return it ? translate("It preceded the problem as text, without its picture.") : translate("They preceded the problem as text, without their pictures.");
    case "dropped":
      return it ? translate("It was sent in vain: this model does not read earlier turns.") : translate("They were sent in vain: this model does not read earlier turns.");
  }
}

/** What retrieval and re-ranking did, in a sentence or two. */
export function describeSelection({ mode, channels, candidates, rollouts, banned }: Pick<ExemplarSelection, "mode" | "channels" | "candidates" | "rollouts" | "banned">, translate: Translate = english): string {
  const chosen = candidates.filter(({ rankAfter }) => rankAfter !== null).length;
  const without = banned.length === 0 ? "" : translate("{0} banned.", banned.length);
  if (mode === "none") return translate("No exemplars were asked for.");
  if (candidates.length === 0) return sentences(translate("The library held no exemplar that may be used here."), without);
  if (mode === "random") return sentences(translate("{0} of {1} drawn at random.", chosen, candidates.length), without);
  const retrieved = channels.length === 0 ? translate("{0} retrieved", candidates.length) : translate("{0} retrieved by {1}", candidates.length, enumerated(channels.map((channel) => channelTitle(channel, translate)), translate));
  if (mode === "rag") return sentences(translate("{0}; the first {1} were used.", retrieved, chosen), without);
  return sentences(rollouts > 0 ? translate("{0}; {1} chosen by tree search over {2} rollouts.", retrieved, chosen, rollouts) : translate("{0}; {1} chosen by tree search.", retrieved, chosen), without);
}
