import path from "node:path";
import { FigtreeError } from "../../core/ports";
import { readJsonFile } from "../run/appendFile";
import { readRunSettings, runFiles, type RunSettings } from "../run/files";
import { resultOf, traceOf } from "../run/lines";
import type { JobResult, JobTrace, ProblemRecord, RowResult } from "../run/results";

export interface LoadedRow {
  readonly result: RowResult;
  /** Code of the failure; null where the solve came to its end. */
  readonly failure: string | null;
  readonly exemplars: JobResult["exemplars"];
  readonly modelMilliseconds: number;
}

/** A run's folder as far as it got. */
export interface LoadedRun {
  readonly folder: string;
  readonly settings: RunSettings;
  readonly problems: readonly ProblemRecord[];
  /** Results by row id, then by problem id. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, LoadedRow>>;
  /** Lines of `results.jsonl` that could not be read: left out. */
  readonly unreadableResults: number;
  /** Visits every tree that can be read; answers how many lines could not. */
  eachTrace(visit: (trace: JobTrace) => void): Promise<number>;
}

/** Reads a run; a later result of the same solve replaces an earlier one. Throws `input.invalid` where there is no run. */
export async function loadRun(folder: string): Promise<LoadedRun> {
  const settings = await readRunSettings(folder);
  if (settings === null) throw new FigtreeError("input.invalid", { field: "The folder", value: folder, message: "It holds no run of figtree bench run." });
  const problems: ProblemRecord[] = [];
  await readJsonFile(path.join(folder, runFiles.problems), (value) => problems.push(value as ProblemRecord));
  const asked = Math.min(settings.limit ?? settings.dataset.problems, settings.dataset.problems);
  if (problems.length !== asked) throw new FigtreeError("input.invalid", { field: "The folder", value: folder, message: `Its ${runFiles.problems} is missing or damaged: it holds ${problems.length} of ${asked} problems.` });
  const rows = new Map<string, Map<string, LoadedRow>>();
  const known = new Set(problems.map(({ id }) => id));
  let unreadableResults = 0;
  const unreadable = (): void => void (unreadableResults += 1);
  await readJsonFile(path.join(folder, runFiles.results), (value) => {
    const line = resultOf(value);
    if (line === undefined || !known.has(line.problem)) return unreadable();
    const { problem, rows: found, error, exemplars, times } = line;
    for (const [index, result] of found.entries()) {
      const row = rows.get(result.row) ?? new Map<string, LoadedRow>();
      rows.set(result.row, row);
      row.set(problem, { result, failure: error?.code ?? null, exemplars, modelMilliseconds: times.modelMilliseconds[index] ?? 0 });
    }
  }, unreadable);
  return {
    folder, settings, problems, rows, unreadableResults,
    eachTrace: async (visit) => {
      let left = 0;
      await readJsonFile(path.join(folder, runFiles.traces), (value) => {
        const trace = traceOf(value);
        if (trace === undefined || !known.has(trace.problem)) left += 1;
        else visit(trace);
      }, () => void (left += 1));
      return left;
    },
  };
}
