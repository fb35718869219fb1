import type { Embedder, ExemplarStore, PreparedImage } from "../../ports";
import { throwIfCancelled } from "../pace";
import { fuse } from "./fuse";
import { openLists } from "./lists";
import type { Retrieved } from "./retrieve";

export interface SearchRequest {
  readonly store: ExemplarStore;
  /** Null: full text alone. */
  readonly embedder: Embedder | null;
  /** Words, or a question; may be empty where there is a picture. */
  readonly question: string;
  readonly image: PreparedImage | null;
  /** >= 1. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** How deep each list is looked at: deep enough that a place in one list can make up for a missing one. */
const depth = 200;

/**
 * Looks a person's words or picture up: the same lists and fusion as retrieval for a solve, but an exemplar with this
 * very picture and question is found too. Throws `library.*` and `cancelled`.
 */
export async function searchLibrary({ store, embedder, question, image, limit, signal }: SearchRequest): Promise<Retrieved> {
  const source = await openLists(store, embedder, { question, image }, signal);
  const lists = await source.ranked(Math.max(depth, limit), new Set());
  const best = fuse(lists).slice(0, limit);
  const exemplars = await store.get(best.map(({ id }) => id));
  throwIfCancelled(signal);
  const channels = (["text", "bm25", "image", "matching"] as const).filter((channel) => (lists[channel]?.length ?? 0) > 0);
  return { candidates: best.flatMap(({ channels: places, fused }, index) => (exemplars[index] === undefined ? [] : [{ exemplar: exemplars[index], channels: places, fused }])), channels, embedder: source.space, failures: source.failures };
}
