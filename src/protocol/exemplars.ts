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

const modeTitles: Readonly<Record<RetrievalMode, string>> = { rcts: "RCTS", rag: "retrieval order", random: "at random", none: "none" };

/** How exemplars were chosen, in a word or two. */
export const retrievalTitle = (mode: RetrievalMode): string => modeTitles[mode];

const channelTitles: Readonly<Record<RetrievalChannel, string>> = { text: "question", bm25: "words (BM25)", image: "picture", matching: "question to picture" };

/** What a retrieval list compares. */
export const channelTitle = (channel: RetrievalChannel): string => channelTitles[channel];

/** How the chosen exemplars reached the model, as a sentence. */
export function describeDelivery(delivery: ExemplarDelivery, chosen: number): string {
  if (chosen === 0) return "";
  const it = chosen === 1;
  switch (delivery) {
    case "pictures":
      return it ? "It preceded the problem with its picture." : "They preceded the problem, each with its picture.";
    case "contactSheet":
      return "Their pictures went to the model on one sheet, because it takes too few pictures at once.";
    case "text":
      return it ? "It preceded the problem as text, without its picture." : "They preceded the problem as text, without their pictures.";
    case "dropped":
      return it ? "It was sent in vain: this model does not read earlier turns." : "They were sent in vain: this model does not read earlier turns.";
  }
}

const channelList = (channels: readonly RetrievalChannel[]): string => (channels.length === 0 ? "" : ` by ${channels.map(channelTitle).join(", ")}`);

/** What retrieval and re-ranking did, as one sentence. */
export function describeSelection({ mode, channels, candidates, rollouts, banned }: Pick<ExemplarSelection, "mode" | "channels" | "candidates" | "rollouts" | "banned">): string {
  const chosen = candidates.filter(({ rankAfter }) => rankAfter !== null).length;
  const without = banned.length === 0 ? "" : ` ${banned.length} banned.`;
  if (mode === "none") return "No exemplars were asked for.";
  if (candidates.length === 0) return `The library held no exemplar that may be used here.${without}`;
  if (mode === "random") return `${chosen} of ${candidates.length} drawn at random.${without}`;
  const retrieved = `${candidates.length} retrieved${channelList(channels)}`;
  if (mode === "rag") return `${retrieved}; the first ${chosen} were used.${without}`;
  return `${retrieved}; ${chosen} chosen by tree search${rollouts > 0 ? ` over ${rollouts} rollouts` : ""}.${without}`;
}
