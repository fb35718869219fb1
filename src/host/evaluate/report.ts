import { createRequire } from "node:module";
import path from "node:path";
import type { PageWriter } from "../../bench";
import type { StoredEvaluation } from "./folder";
import type { Report } from "./report-panels";

/** The page and its plotting library are a bundle of their own beside this one. */
const pageWriter = (): PageWriter => (createRequire(path.join(__dirname, "extension.js"))("./bench-report.js") as { readonly toPage: PageWriter }).toPage;

/** Writes the report of an evaluation, finished or not. Throws `input.invalid` where it has no results yet. */
export async function makeReport({ folder, evaluation }: StoredEvaluation): Promise<Report> {
  const { writeReport } = await import("../../bench");
  return { title: evaluation.title, ...(await writeReport([folder], pageWriter())) };
}
