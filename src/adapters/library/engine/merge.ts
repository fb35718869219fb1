import type { ContextCandidate, Exemplar, NewExemplar } from "../../../core/ports";

/**
 * The old exemplar with what it lacks taken from the new one: empty fields are filled, tags united, candidates kept
 * and added. A context in use stays; a rate that was unknown is taken where the context is the same text. The very
 * same object where nothing is new.
 */
export function mergeExemplar(old: Exemplar, fresh: NewExemplar, now: number): Exemplar {
  const merged = {
    ...old,
    choices: old.choices.length > 0 ? old.choices : [...fresh.choices],
    answer: old.answer || fresh.answer,
    subject: old.subject || fresh.subject,
    source: old.source || fresh.source,
    licence: old.licence || fresh.licence,
    tags: [...new Set([...old.tags, ...fresh.tags])],
    candidates: mergeCandidates(old.candidates, fresh.candidates),
    ...mergeContext(old, fresh),
  };
  return JSON.stringify(merged) === JSON.stringify({ ...merged, ...old }) ? old : { ...merged, updatedAt: now };
}

function mergeContext(old: Exemplar, fresh: NewExemplar): Pick<Exemplar, "context" | "passRate"> {
  if (old.context === null && fresh.context !== null) return { context: fresh.context, passRate: fresh.passRate };
  const same = old.context === fresh.context;
  return { context: old.context, passRate: old.passRate ?? (same ? fresh.passRate : null) };
}

function mergeCandidates(old: readonly ContextCandidate[], fresh: readonly ContextCandidate[]): ContextCandidate[] {
  const byText = new Map(old.map((candidate) => [candidate.text, candidate]));
  for (const candidate of fresh) {
    const known = byText.get(candidate.text);
    byText.set(candidate.text, { text: candidate.text, passRate: known?.passRate ?? candidate.passRate });
  }
  return [...byText.values()];
}
