import type { ContextCandidate, Exemplar, ExemplarPatch, ExemplarStore } from "../ports";
import { FigtreeError } from "../ports";
import { generateContexts } from "./contexts-generate";
import type { SharedModel } from "./contexts-model";
import type { ContextSettings } from "./contexts-settings";
import { verifyContext } from "./contexts-verify";

type Rated = ContextCandidate & { readonly passRate: number };

const isRated = (candidate: ContextCandidate): candidate is Rated => candidate.passRate !== null;

/** Nothing is left to ask about it: its context has a rate, or it has none and its candidates have been tried. */
export function isFinished({ context, passRate, candidates }: Exemplar): boolean {
  return context === null ? candidates.some(isRated) : passRate !== null;
}

/** The candidate with the highest pass rate; ties: the shorter text, then the earlier one. */
function bestCandidate<Candidate extends ContextCandidate>(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.reduce<Candidate | undefined>((best, each) => {
    if (best === undefined) return each;
    const difference = (each.passRate ?? -1) - (best.passRate ?? -1);
    return difference > 0 || (difference === 0 && each.text.length < best.text.length) ? each : best;
  }, undefined);
}

/**
 * Makes and stores the contexts of one exemplar. A context that it came with is verified first and competes with the
 * generated ones; a text that a person wrote after candidates had been rated is only verified, and stays in use.
 *
 * @returns what was stored
 * @throws FigtreeError of model and store, `reply.unreadable` where no context could be made
 */
export async function makeContexts(store: ExemplarStore, model: SharedModel, exemplar: Exemplar, settings: ContextSettings): Promise<{ readonly candidates: readonly ContextCandidate[]; readonly passRate: number }> {
  const image = { ...exemplar.image, bytes: await store.readImage(exemplar.image.sha256) };
  const verify = async (text: string): Promise<Rated> => ({ text, passRate: await verifyContext(model, exemplar, image, text, settings) });

  const own = exemplar.context === null ? undefined : await verify(exemplar.context);
  const rated = exemplar.candidates.filter(isRated);
  if (own !== undefined && rated.length > 0 && exemplar.passRate === null && settings.force !== true) {
    const candidates = [...exemplar.candidates.filter(({ text }) => text !== own.text), own];
    return save(store, exemplar, { candidates, context: own.text, passRate: own.passRate });
  }

  const written = exemplar.candidates.filter((candidate) => !isRated(candidate) && candidate.text !== own?.text);
  const others = await Promise.all(written.map(({ text }) => verify(text)));
  const known = new Set([...(own === undefined ? [] : [own]), ...written].map(({ text }) => text));
  const generated = (await generateContexts(model, exemplar, image, settings)).filter(({ text }) => !known.has(text));
  const misleading = new Set(generated.flatMap(({ text, leadsToAnswer }) => (leadsToAnswer ? [] : [text])));
  const fresh = await Promise.all(generated.map(({ text }) => (misleading.has(text) ? { text, passRate: 0 } : verify(text))));
  const candidates = [...(own === undefined ? [] : [own]), ...others, ...fresh];
  if (candidates.length === 0) throw new FigtreeError("reply.unreadable");
  // One that ends in another answer is kept to be seen, and never used.
  const best = bestCandidate(candidates.filter(({ text }) => !misleading.has(text)));
  return save(store, exemplar, { candidates, context: best?.text ?? null, passRate: best?.passRate ?? 0 });
}

/** Stores it all at once. What a person chose or wrote in the meantime stays in use. */
async function save(store: ExemplarStore, before: Exemplar, made: Required<Pick<ExemplarPatch, "candidates" | "context">> & { readonly passRate: number }): Promise<{ readonly candidates: readonly ContextCandidate[]; readonly passRate: number }> {
  const [now] = await store.get([before.id]);
  const changed = now !== undefined && now.context !== before.context;
  const patch = changed ? { candidates: [...made.candidates, ...now.candidates.filter(({ text }) => !made.candidates.some((one) => one.text === text))] } : made;
  if (now === undefined || !(await store.update(before.id, patch))) throw new FigtreeError("input.invalid", { field: "The exemplar", message: "It was removed in the meantime." });
  return made;
}
