import type { BenchProblem, BenchRequest, DataSet } from "../../bench";
import { FigtreeError, type Exemplar, type ExemplarStore } from "../../core/ports";
import { loadBench } from "./bench";
import type { EvaluationSet } from "./plan";

function problemOf(exemplar: Exemplar, store: Pick<ExemplarStore, "readImage">): BenchProblem {
  const { id, question, choices, answer, subject, image } = exemplar;
  return {
    id, question, asked: question, choices, references: [answer], gold: { answer }, meta: {},
    image: () => store.readImage(image.sha256),
    categories: subject === "" ? {} : { subject: [subject] },
  };
}

/** Some exemplars of a library as problems. Throws `input.invalid` where some are no longer there. */
export async function librarySet(store: Pick<ExemplarStore, "get" | "readImage">, ids: readonly string[]): Promise<DataSet> {
  const found = await store.get(ids);
  const missing = found.filter((exemplar) => exemplar === undefined).length;
  if (missing > 0) throw new FigtreeError("input.invalid", { field: "The evaluation", message: `${missing} of its exemplars are no longer in the library. Begin a new one.` });
  return { name: "library", split: "leave one out", problems: (found as Exemplar[]).map((exemplar) => problemOf(exemplar, store)), skipped: [], close: () => Promise.resolve() };
}

/** Leaves out what shows the problem itself: the exemplar, and every other one with the same picture. */
export async function leaveOneOut(store: Pick<ExemplarStore, "get">, ids: readonly string[]): Promise<NonNullable<BenchRequest["mayTeach"]>> {
  const pictures = new Map((await store.get(ids)).flatMap((exemplar) => (exemplar === undefined ? [] : [[exemplar.id, exemplar.image.sha256] as const])));
  return (problem, exemplar) => exemplar.id !== problem.id && exemplar.image.sha256 !== pictures.get(problem.id);
}

/** Opens what an evaluation is about. Loads the readers only now. */
export async function openSet(set: EvaluationSet, store: ExemplarStore, signal: AbortSignal): Promise<{ readonly dataset: DataSet; readonly mayTeach?: NonNullable<BenchRequest["mayTeach"]> }> {
  if (set.kind === "library") return { dataset: await librarySet(store, set.ids), mayTeach: await leaveOneOut(store, set.ids) };
  const { datasetReaders } = loadBench();
  const reader = datasetReaders[set.name];
  if (reader === undefined) throw new FigtreeError("input.invalid", { field: "The data set", value: set.name, message: "This version of Figtree does not read it." });
  return { dataset: await reader.open(set.path, { signal }) };
}
