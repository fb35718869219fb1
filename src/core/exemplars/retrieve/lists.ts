import { FigtreeError, toFigtreeError, type Embedder, type ExemplarHit, type ExemplarStore, type PreparedImage, type VectorChannel } from "../../ports";
import type { RetrievalChannel } from "../../trace";
import { throwIfCancelled } from "../pace";
import type { RankedLists } from "./fuse";

/** A query's side of each list of vectors, and the exemplars' side that it is compared with. */
interface VectorQuery {
  readonly channel: Exclude<RetrievalChannel, "bm25">;
  /** Which of the store's vectors. */
  readonly against: VectorChannel;
  readonly vector: Float32Array;
}

/** What is looked for; without a picture only words count. */
export interface LibraryQuery {
  readonly question: string;
  readonly image: PreparedImage | null;
}

export interface ListSource {
  /** Names the space of the vectors that are compared; null where none are. */
  readonly space: string | null;
  /** What went wrong with a list that is left out. */
  readonly failures: ReadonlyMap<RetrievalChannel, FigtreeError>;
  /** The best `limit` of every list. */
  ranked(limit: number, exclude: ReadonlySet<string>): Promise<RankedLists>;
}

/**
 * Embeds the problem once for every list that this embedder and this store can give. `matching` compares the problem's
 * picture with the questions of the exemplars in the pictures' space. A list whose embedding fails is left out; full
 * text needs none. A blank question has no text and no full-text list. Throws `library.*` and `cancelled`.
 */
export async function openLists(store: ExemplarStore, embedder: Embedder | null, problem: LibraryQuery, signal: AbortSignal): Promise<ListSource> {
  const question = problem.question.trim();
  const failures = new Map<RetrievalChannel, FigtreeError>();
  const comparable = embedder !== null && (await store.stats()).embedder?.id === embedder.space.id ? embedder : null;
  throwIfCancelled(signal);
  const vectors = comparable === null ? [] : await embedProblem(comparable, question, problem, signal, failures);
  throwIfCancelled(signal);
  return {
    space: comparable?.space.id ?? null,
    failures,
    async ranked(limit, exclude) {
      const jobs: Promise<readonly [RetrievalChannel, readonly ExemplarHit[]]>[] = vectors.map(async ({ channel, against, vector }) => [channel, await store.nearest(against, vector, limit, exclude)] as const);
      if (question !== "") jobs.push(store.fullText(question, limit, exclude).then((hits) => ["bm25", hits] as const));
      const lists = Object.fromEntries(await Promise.all(jobs)) as RankedLists;
      throwIfCancelled(signal);
      return lists;
    },
  };
}

async function embedProblem(embedder: Embedder, question: string, { image }: LibraryQuery, signal: AbortSignal, failures: Map<RetrievalChannel, FigtreeError>): Promise<VectorQuery[]> {
  const { text, image: pictures, joint } = embedder.space.dimensions;
  async function attempt(channels: readonly RetrievalChannel[], embed: () => Promise<Float32Array[]>): Promise<Float32Array | undefined> {
    try {
      return (await embed())[0];
    } catch (thrown) {
      const error = toFigtreeError(thrown, "embedder.failed");
      if (signal.aborted || error.code === "cancelled") throw new FigtreeError("cancelled", {}, { cause: thrown });
      for (const channel of channels) failures.set(channel, error);
      return undefined;
    }
  }
  const ofPicture: readonly RetrievalChannel[] = joint === null ? ["image"] : ["image", "matching"];
  const [asked, seen] = await Promise.all([
    text === null || question === "" ? undefined : attempt(["text"], () => embedder.embedTexts([question], signal)),
    pictures === null || image === null ? undefined : attempt(ofPicture, () => embedder.embedImages([image], signal)),
  ]);
  const queries: VectorQuery[] = [];
  if (asked !== undefined) queries.push({ channel: "text", against: "text", vector: asked });
  if (seen !== undefined) queries.push({ channel: "image", against: "image", vector: seen });
  if (seen !== undefined && joint !== null) queries.push({ channel: "matching", against: "joint", vector: seen });
  return queries;
}
