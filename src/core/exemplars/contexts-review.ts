import { FigtreeError, type Exemplar, type ExemplarStore } from "../ports";
import { contextText, finalAnswerOf, isFinalSubQuestion, parseSolution } from "../prompts";
import { isRight, statedAnswer } from "./stated";

async function find(store: ExemplarStore, id: string): Promise<Exemplar> {
  const [exemplar] = await store.get([id]);
  if (exemplar === undefined) throw new FigtreeError("input.invalid", { field: "The exemplar", message: "It is not in the library." });
  return exemplar;
}

/** Takes another candidate as the context, with its rate. Throws `input.invalid` where there is no such one. */
export async function chooseContext(store: ExemplarStore, id: string, candidate: number): Promise<void> {
  const chosen = (await find(store, id)).candidates[candidate];
  if (chosen === undefined) throw new FigtreeError("input.invalid", { field: "The candidate", value: candidate });
  await store.update(id, { context: chosen.text, passRate: chosen.passRate });
}

/**
 * Puts a person's own text in use and among the candidates; its pass rate is unknown until contexts are built again.
 * Steps are written in the form of the prompt protocol, and the sentence with the final answer is added or set right.
 *
 * @returns the text as it was stored
 * @throws FigtreeError `input.invalid` for a text that has no readable steps, does not come to an end, or ends in another answer
 */
export async function editContext(store: ExemplarStore, id: string, text: string): Promise<string> {
  const exemplar = await find(store, id);
  const steps = parseSolution(text);
  const last = steps.at(-1);
  const invalid = (message: string): FigtreeError => new FigtreeError("input.invalid", { field: "The context", message });
  if (last === undefined) throw invalid('It needs steps of two lines each: "Sub-question 1: ..." and "Answer 1: ...".');
  if (!isFinalSubQuestion(last.subQuestion)) throw invalid('Its last sub-question must begin with "Now we can answer the question:".');
  const given = finalAnswerOf(last.answer);
  if (!isRight(given, exemplar)) throw invalid(`It ends in another answer (${given}) than the exemplar's (${exemplar.answer}).`);
  const context = contextText(steps, statedAnswer(exemplar));
  const candidates = exemplar.candidates.some((one) => one.text === context) ? exemplar.candidates.map((one) => (one.text === context ? { ...one, passRate: null } : one)) : [...exemplar.candidates, { text: context, passRate: null }];
  await store.update(id, { context, passRate: null, candidates });
  return context;
}

/** Takes the context out of use. The candidates stay, so that another one may be chosen. */
export async function rejectContext(store: ExemplarStore, id: string): Promise<void> {
  await find(store, id);
  await store.update(id, { context: null, passRate: null });
}
