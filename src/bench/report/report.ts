import { buildReport } from "./build";
import type { Block } from "./blocks";
import { documentOf } from "./document";
import { loadRun } from "./load";
import { toMarkdown } from "./markdown";

/** Writes blocks as one page; `dist/bench-report.js` exports it as `toPage`. */
export type PageWriter = (title: string, blocks: readonly Block[]) => string;

export interface WrittenReport {
  readonly markdown: string;
  readonly json: string;
  readonly html: string;
}

/**
 * The report of the runs in some folders, finished or not. The same results give the same texts apart from what
 * stands under "Times" (`times` in JSON).
 * Throws `input.invalid` where a folder holds no run.
 */
export async function writeReport(folders: readonly string[], toPage: PageWriter): Promise<WrittenReport> {
  const report = await buildReport(await Promise.all(folders.map(loadRun)));
  const blocks = documentOf(report);
  const title = `Benchmark: ${[...new Set(report.runs.map((run) => run.title))].join(", ")}`;
  return { markdown: toMarkdown(blocks), json: `${JSON.stringify(report, null, 1)}\n`, html: toPage(title, blocks) };
}
