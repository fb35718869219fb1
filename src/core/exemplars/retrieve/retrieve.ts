import type { Embedder, Exemplar, ExemplarStore, FigtreeError } from "../../ports";
import type { RetrievalChannel } from "../../trace";
import { throwIfCancelled } from "../pace";
import { isProblemItself, type ExemplarProblem } from "../problem";
import { channelOrder, fuse, type FusedHit } from "./fuse";
import { openLists, type ListSource } from "./lists";

export interface RetrieveRequest {
  readonly store: ExemplarStore;
  /** Null: full text alone. */
  readonly embedder: Embedder | null;
  readonly problem: ExemplarProblem;
  /** N. */
  readonly limit: number;
  /** Ids that a person ruled out. */
  readonly banned?: Iterable<string>;
  /** Guard against leaks: false keeps an exemplar from being used at all. */
  readonly allowed?: ((exemplar: Exemplar) => boolean) | undefined;
  /** For several retrievals about one problem, which is then embedded once; opened here where absent. */
  readonly lists?: ListSource | undefined;
  readonly signal: AbortSignal;
}

export interface RetrievedExemplar extends Omit<FusedHit, "id"> {
  readonly exemplar: Exemplar;
}

export interface Retrieved {
  /** At most N, by reciprocal rank fusion, best first. */
  readonly candidates: readonly RetrievedExemplar[];
  /** Lists that found something. */
  readonly channels: readonly RetrievalChannel[];
  /** Space of the vectors in use; null where only full text was asked. */
  readonly embedder: string | null;
  /** Lists that are missing because the embedder failed. */
  readonly failures: ReadonlyMap<RetrievalChannel, FigtreeError>;
}

/** Whether an exemplar may be shown for a problem; a pass rate of 0 flags it. */
export function mayBeRetrieved(exemplar: Exemplar, problem: ExemplarProblem, allowed: RetrieveRequest["allowed"]): boolean {
  return exemplar.passRate !== 0 && !isProblemItself(exemplar, problem) && (allowed === undefined || allowed(exemplar));
}

/**
 * Hybrid retrieval (RCTS): the top N of the lists that are there, fused. Never the problem itself, a flagged or a
 * banned exemplar, or one that `allowed` refuses; as many more are fetched as it takes for N to remain, if the library
 * has so many. Throws `library.*` and `cancelled`.
 */
export async function retrieve({ store, embedder, problem, limit, banned = [], allowed, lists, signal }: RetrieveRequest): Promise<Retrieved> {
  throwIfCancelled(signal);
  const source = lists ?? (await openLists(store, embedder, problem, signal));
  const out = new Set(banned);
  const usable = new Map<string, Exemplar>();
  for (let depth = 2 * limit + 8; ; depth *= 2) {
    const ranked = await source.ranked(depth, out);
    const complete = Object.values(ranked).every((hits) => hits.length < depth);
    const best = await bestUsable(ranked);
    if (best.length < limit && !complete) continue;
    const channels = channelOrder.filter((channel) => (ranked[channel]?.length ?? 0) > 0);
    return { candidates: best.map(({ id, ...rest }) => ({ exemplar: usable.get(id)!, ...rest })), channels, embedder: source.space, failures: source.failures };
  }

  /** Fuses, looks at the best N that are not known yet, and fuses again without those that may not be used. */
  async function bestUsable(found: Parameters<typeof fuse>[0]): Promise<FusedHit[]> {
    for (;;) {
      const best = fuse(found, out).slice(0, limit);
      const unknown = best.map(({ id }) => id).filter((id) => !usable.has(id));
      if (unknown.length === 0) return best;
      const exemplars = await store.get(unknown);
      throwIfCancelled(signal);
      unknown.forEach((id, index) => {
        const exemplar = exemplars[index];
        if (exemplar !== undefined && mayBeRetrieved(exemplar, problem, allowed)) usable.set(id, exemplar);
        else out.add(id);
      });
    }
  }
}
