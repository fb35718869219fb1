import { loadBench, loadPageWriter } from "./bench";
import type { StoredEvaluation } from "./folder";
import type { Report } from "./report-panels";

/** Writes the report of an evaluation, finished or not. Throws `input.invalid` where it has no results yet. */
export async function makeReport({ folder, evaluation }: StoredEvaluation): Promise<Report> {
  return { title: evaluation.title, ...(await loadBench().writeReport([folder], loadPageWriter())) };
}
