import { FigtreeError, type Clock, type Embedder, type Exemplar, type ExemplarStore, type PreparedImage } from "../ports";
import { finalAnswerOf } from "../prompts";
import { hashText, mixSeeds } from "../search";
import type { ExemplarSelection, RetrievalChannel } from "../trace";
import { groundedCalls, type GroundedModel } from "./grounded/model";
import { groundedDefaults, rerankGrounded } from "./grounded/rerank";
import { createPacer, throwIfCancelled, type Pacer } from "./pace";
import { createPictures, type Pictures } from "./pictures";
import { isProblemItself, type ExemplarProblem } from "./problem";
import { drawExemplars } from "./random";
import { rerank } from "./rerank/rerank";
import { countedRates } from "./rerank/reward";
import { similarityMatrix } from "./rerank/similarity";
import { openLists, type ListSource } from "./retrieve/lists";
import { mayBeRetrieved, retrieve, type Retrieved } from "./retrieve/retrieve";
import { selectionOf, withoutContext, type Order } from "./selection";
import type { RetrievalSettings } from "./settings";

export interface ChooseRequest {
  readonly store: ExemplarStore;
  /** Null: full text alone. */
  readonly embedder: Embedder | null;
  readonly problem: ExemplarProblem;
  readonly settings: RetrievalSettings;
  /** Ids that are always in, in this order before all others. A pin overrules the flag of a pass rate of 0, not a ban. */
  readonly pinned: readonly string[];
  readonly banned: readonly string[];
  /** Guard against leaks; it holds for pinned ones too. */
  readonly allowed?: (exemplar: Exemplar) => boolean;
  /** Needed for `reward: "answerGrounded"` alone. */
  readonly answer?: GroundedModel;
  /** Lets others run in between; without it long re-ranking holds the thread. */
  readonly clock?: Pick<Clock, "after">;
  readonly signal: AbortSignal;
}

export interface ChosenExemplars {
  /** `delivery` is still to be filled in by whoever shows them to a model. */
  readonly selection: ExemplarSelection;
  /** In the order in which they precede the problem; without contexts where the settings leave them out. */
  readonly exemplars: readonly Exemplar[];
  /** Theirs, by SHA-256. */
  readonly pictures: ReadonlyMap<string, PreparedImage>;
  /** Exemplars that others took the place of, because the library has lost their pictures. */
  readonly lost: readonly Exemplar[];
  /** Lists that are missing because the embedder failed. */
  readonly failures: ReadonlyMap<RetrievalChannel, FigtreeError>;
  /** What the model answered after the final list; null unless the reward is answer-grounded. */
  readonly answer: string | null;
}

const nothingRetrieved: Retrieved = { candidates: [], channels: [], embedder: null, failures: new Map() };

/**
 * Chooses the exemplars of a problem: by tree re-ranking, in retrieval order, at random or none. Pinned ones come first
 * and count among the K; more than K pinned ones are all in. One whose picture is lost is left out, and the next best
 * takes its place. The same settings and library give the same choice.
 * Throws `library.*`, `cancelled`, `input.invalid` where the answer-grounded reward has no model, and what that
 * model throws.
 */
export async function chooseExemplars(request: ChooseRequest): Promise<ChosenExemplars> {
  const { store, embedder, problem, settings, signal } = request;
  throwIfCancelled(signal);
  const pictures = createPictures(store);
  if (settings.mode === "none") return chosenOf(request, pictures, { pinned: [], retrieved: nothingRetrieved, order: { exemplars: [], reward: null, rollouts: 0, answer: null } });
  if (settings.mode === "rcts" && settings.reward === "answerGrounded" && request.answer === undefined) throw new FigtreeError("input.invalid", { field: "reward", message: "The answer-grounded reward needs a model." });

  const grounded = settings.mode === "rcts" && settings.reward === "answerGrounded";
  const lists = settings.mode === "random" ? undefined : await openLists(store, embedder, problem, signal);
  const readable: ChooseRequest = { ...request, allowed: (exemplar) => pictures.mayHave(exemplar) && (request.allowed === undefined || request.allowed(exemplar)) };
  for (let round = 1; ; round += 1) {
    const found = await find(readable, lists);
    const { length } = pictures.lost;
    // Every candidate may be shown to the model that grounds the reward; and where one is lost, more may be.
    if (grounded || round > 1) await pictures.of([...found.pinned, ...found.retrieved.candidates.map(({ exemplar }) => exemplar)]);
    if (pictures.lost.length > length && round < mostRounds) continue;
    const order = await orderOf(readable, found);
    await pictures.of(order.exemplars);
    if (pictures.lost.length === length || round === mostRounds) return chosenOf(request, pictures, { ...found, order: { ...order, exemplars: order.exemplars.filter(pictures.mayHave) } });
  }
}

/** In a library that has lost all its pictures nobody waits for the end of it. */
const mostRounds = 6;

interface Found {
  readonly pinned: readonly Exemplar[];
  readonly retrieved: Retrieved;
}

async function find(request: ChooseRequest, lists: ListSource | undefined): Promise<Found> {
  const { store, embedder, problem, settings, banned, allowed, signal } = request;
  const pinned = await readPinned(request);
  return { pinned, retrieved: settings.mode === "random" ? nothingRetrieved : await retrieve({ store, embedder, problem, limit: settings.candidates, banned, allowed, lists, signal }) };
}

async function readPinned({ store, problem, pinned, banned, allowed, signal }: ChooseRequest): Promise<Exemplar[]> {
  const ids = [...new Set(pinned)].filter((id) => !banned.includes(id));
  const found = ids.length === 0 ? [] : await store.get(ids);
  throwIfCancelled(signal);
  return found.filter((exemplar) => exemplar !== undefined && !isProblemItself(exemplar, problem) && (allowed === undefined || allowed(exemplar))) as Exemplar[];
}

async function orderOf(request: ChooseRequest, { pinned, retrieved: { candidates } }: Found): Promise<Order> {
  const { store, problem, settings, banned, allowed, answer, clock, signal } = request;
  const seed = mixSeeds(settings.seed, hashText(`${problem.image.sha256}\n${problem.question}`));
  if (settings.mode === "random") {
    const taken = new Set([...banned, ...pinned.map(({ id }) => id)]);
    const drawn = await drawExemplars(store, settings.exemplars - pinned.length, (exemplar) => !taken.has(exemplar.id) && mayBeRetrieved(exemplar, problem, allowed), seed, signal);
    return { exemplars: [...pinned, ...drawn], reward: null, rollouts: 0, answer: null };
  }
  const free = candidates.filter(({ exemplar }) => !pinned.some(({ id }) => id === exemplar.id));
  const pool = free.map(({ exemplar }) => exemplar);
  const scores = free.map(({ fused }) => fused);
  if (settings.mode === "rag") return { exemplars: [...pinned, ...pool.slice(0, Math.max(0, settings.exemplars - pinned.length))], reward: null, rollouts: 0, answer: null };
  if (settings.reward === "heuristic") return heuristicOrder(request, pinned, pool, scores, seed, createPacer(signal, clock));
  if (pool.length === 0 || pinned.length >= settings.exemplars) return { exemplars: pinned, reward: null, rollouts: 0, answer: null };
  const shown = settings.contexts ? (exemplar: Exemplar) => exemplar : withoutContext;
  const { list, solution, reward, rollouts } = await rerankGrounded({
    pool: pool.map(shown), scores, fixed: pinned.map(shown), asked: candidates.slice(0, groundedDefaults.asked).map(({ exemplar }) => exemplar),
    length: settings.exemplars, exploration: settings.exploration, seed, calls: groundedCalls(answer!, store, problem, signal),
  });
  return { exemplars: [...pinned, ...list.map((place) => pool[place]!)], reward, rollouts, answer: finalAnswerOf(solution) };
}

async function heuristicOrder({ store, settings, signal }: ChooseRequest, pinned: readonly Exemplar[], free: readonly Exemplar[], scores: readonly number[], seed: number, pacer: Pacer): Promise<Order> {
  const all = [...pinned, ...free];
  if (all.length === 0) return { exemplars: [], reward: null, rollouts: 0, answer: null };
  const vectors = await store.vectors(all.map(({ id }) => id));
  throwIfCancelled(signal);
  const similarities = await similarityMatrix(all.map(({ question }, index) => ({ question, vectors: vectors[index] })), pacer);
  const { list, reward, rollouts } = await rerank(
    {
      pool: { rates: countedRates(all.map(({ passRate }) => passRate)), similarities }, fixed: pinned.length, scores,
      length: settings.exemplars, rollouts: settings.rollouts, exploration: settings.exploration, alpha: settings.alpha, beta: settings.beta, seed,
    },
    pacer,
  );
  return { exemplars: list.map((place) => all[place]!), reward, rollouts, answer: null };
}

async function chosenOf({ settings, banned }: ChooseRequest, pictures: Pictures, { pinned, retrieved, order }: Found & { readonly order: Order }): Promise<ChosenExemplars> {
  return {
    selection: selectionOf(settings, pinned, banned, retrieved, order),
    exemplars: settings.contexts ? order.exemplars : order.exemplars.map(withoutContext),
    pictures: await pictures.of(order.exemplars),
    lost: pictures.lost,
    failures: retrieved.failures,
    answer: order.answer,
  };
}
