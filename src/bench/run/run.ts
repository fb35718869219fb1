import path from "node:path";
import { FigtreeError, toFigtreeError, type Clock, type ErrorRecord, type Exemplar, type PreparedImage, type Usage, type VisionModel } from "../../core/ports";
import { formatSpec, type MethodSpec, type PresetName, type SolveLibrary } from "../../core/solve";
import type { BenchProblem, DataSet } from "../datasets/problem";
import { createLeakGuard } from "../leak/guard";
import type { GuessOptions } from "../scoring/guess";
import { scorerOf } from "../scoring/scorers";
import { openAppendFile } from "./appendFile";
import { claimSettings, fingerprintOf, lockFolder, runFiles, type RunSettings } from "./files";
import { createFailureWatch } from "./gone";
import { resultOf } from "./lines";
import { openReplyLog } from "./replies";
import { createRequestGate } from "./requestGate";
import { problemRecord } from "./problemRecord";
import { planRows } from "./rows";
import { drawSome } from "./sample";
import { runProblem } from "./runProblem";

export interface Caps {
  /** Requests and tokens of the whole run, those of earlier sittings included. */
  readonly maxCalls: number | null;
  readonly maxTokens: number | null;
  /** Of this sitting. */
  readonly maxSeconds: number | null;
}

export interface RunProgress {
  /** Solves that are finished, of all. */
  readonly done: number;
  readonly total: number;
  /** Finished in this sitting. */
  readonly now: number;
  readonly failed: number;
}

export interface BenchRequest {
  readonly folder: string;
  readonly dataset: DataSet;
  /** Problems drawn with the seed; null: all. */
  readonly limit: number | null;
  readonly seed: number;
  readonly preset: PresetName;
  readonly specs: readonly MethodSpec[];
  readonly model: VisionModel;
  /** Makes a picture ready to be sent. */
  readonly prepare: (bytes: Uint8Array, problem: string) => Promise<PreparedImage>;
  /** `settings` are each spec's own. */
  readonly library: SolveLibrary | null;
  /**
   * In place of the guard against leaks, which keeps every problem of the data set out of the exemplars: whether an
   * exemplar may precede a problem. For a library that is asked about itself.
   */
  readonly mayTeach?: (problem: BenchProblem, exemplar: Exemplar) => boolean;
  readonly judge: VisionModel | null;
  readonly guess?: GuessOptions["guess"];
  readonly caps: Caps;
  /** Problems at the same time, >= 1. */
  readonly atOnce: number;
  /** Methods may be added to a run that is there already. */
  readonly extend: boolean;
  /** Solves that failed in an earlier sitting are tried again. */
  readonly retryFailed: boolean;
  readonly clock: Clock;
  readonly onProgress: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
}

export interface BenchEnd extends RunProgress {
  /** `gone`: the endpoint or model cannot be used any more. */
  readonly reason: "completed" | "cancelled" | "budget" | "gone";
  readonly error: ErrorRecord | null;
  /** Everything that was asked of the models in all sittings. */
  readonly usage: Usage;
}

/** What a run's settings file says. */
function settingsOfRun({ dataset, limit, seed, preset, specs, model, library, judge, guess }: BenchRequest): RunSettings {
  const { name, place } = model.info;
  return {
    dataset: { name: dataset.name, split: dataset.split, problems: dataset.problems.length, fingerprint: fingerprintOf(dataset.problems) },
    limit, seed, preset, methods: specs.map(formatSpec), model: { name, place }, library: library === null ? null : `${library.store.place}, ${library.embedder?.space.id ?? "full text alone"}`, judge: judge === null ? null : `${judge.info.name} at ${judge.info.place}`,
    guess: guess !== undefined,
  };
}

/** Results are kept by id, and a run over nothing says nothing. */
function checkProblems({ problems, name, split, skipped }: DataSet): void {
  const fail = (message: string): FigtreeError => new FigtreeError("input.invalid", { field: "The data set", value: `${name}, ${split}`, message });
  if (problems.length === 0) throw fail(`It holds no problem that can be asked${skipped.length === 0 ? "" : `; ${skipped.length} records are left out`}.`);
  const seen = new Set<string>();
  for (const { id } of problems) {
    if (seen.has(id)) throw fail(`Two of its records are called ${id}.`);
    seen.add(id);
  }
}

/** Keeps exemplars out that show a problem of the data set, whether it is in the run or not. */
async function guarded({ dataset, library, prepare, mayTeach, signal }: BenchRequest): Promise<SolveLibrary | null> {
  if (library === null || mayTeach !== undefined) return library;
  const guard = await createLeakGuard(dataset.problems, { signal, hashes: async (bytes) => [(await prepare(bytes, "")).sha256] });
  return { ...library, allowed: (exemplar) => guard.reason(exemplar) === null && (library.allowed?.(exemplar) ?? true) };
}

/** Stops a run: the first reason counts. */
function createStop(signal: AbortSignal, { maxSeconds }: Caps, clock: Clock) {
  const inner = new AbortController();
  let reason: FigtreeError | undefined;
  const stop = (error: FigtreeError): void => {
    reason ??= error;
    inner.abort(error);
  };
  const onAbort = (): void => stop(new FigtreeError("cancelled"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const callOff = maxSeconds === null ? () => undefined : clock.after(maxSeconds * 1000, () => stop(new FigtreeError("budget.seconds", { limit: maxSeconds })));
  return {
    stop,
    /** Lets what is under way come to its end. */
    end: (error: FigtreeError): void => void (reason ??= error),
    signal: inner.signal, reason: () => reason,
    close: () => {
      callOff();
      signal.removeEventListener("abort", onAbort);
    },
  };
}

/**
 * Runs all methods over the problems of a data set and keeps everything in a folder, from which the same request goes
 * on after a crash or a stop without asking anything twice. A solve that fails is kept as a failure; the run itself
 * ends early for a cap, the signal, or a model that is gone, with what there is.
 * Throws `input.invalid` for a folder that cannot be used, and what reading the data set throws.
 */
export async function runBench(request: BenchRequest): Promise<BenchEnd> {
  const { folder, dataset, caps, atOnce, clock, onProgress } = request;
  const { jobs } = planRows(request.specs, request.preset, request.seed);
  if (request.library === null && jobs.some(({ exemplars }) => exemplars !== null && exemplars.mode !== "none")) throw new FigtreeError("input.invalid", { field: "--methods", message: "Exemplars need a library: give --library too." });
  checkProblems(dataset);
  const problems = drawSome(dataset.problems, request.limit, request.seed);
  const unlock = await lockFolder(folder);
  const halt = createStop(request.signal, caps, clock);
  try {
    await claimSettings(folder, settingsOfRun(request), problems.map(problemRecord), request.extend);
    const finished = new Map<string, Set<string>>();
    const wantedRows = new Map(jobs.map(({ id, rows }) => [id, rows.map((row) => row.id)]));
    const progress = { done: 0, total: problems.length * jobs.length, now: 0, failed: 0 };
    const results = await openAppendFile(path.join(folder, runFiles.results), (value) => {
      const line = resultOf(value);
      if (line === undefined) return;
      const { problem, job, error, rows } = line;
      // A run that was extended may have got further rows for a search that was finished.
      if (wantedRows.get(job)?.every((id) => rows.some(({ row }) => row === id)) !== true || (request.retryFailed && (error !== null || rows.some(({ judgement }) => judgement?.score === null))) || finished.get(problem)?.has(job) === true) return;
      finished.set(problem, (finished.get(problem) ?? new Set()).add(job));
      progress.done += 1;
      progress.failed += error === null ? 0 : 1;
    }, halt.stop);
    const traces = await openAppendFile(path.join(folder, runFiles.traces), () => undefined, halt.stop);
    const isFinished = (problem: string): boolean => (finished.get(problem)?.size ?? 0) === jobs.length;
    const log = await openReplyLog(path.join(folder, runFiles.replies), (problem) => !isFinished(problem), halt.stop);
    try {
      const library = await guarded(request);
      const gate = createRequestGate({ ...caps, spent: () => log.spent(), reason: () => halt.reason(), onCap: (error) => halt.end(error) });
      const watch = createFailureWatch();
      const judgeWatch = createFailureWatch();
      const scorer = scorerOf(dataset.name, request.guess === undefined ? {} : { guess: request.guess });
      onProgress({ ...progress });
      const queue = problems.filter(({ id }) => !isFinished(id));
      const work = async (): Promise<void> => {
        for (let problem = queue.shift(); problem !== undefined && halt.reason() === undefined; problem = queue.shift()) await one(problem);
      };
      const one = async (problem: BenchProblem): Promise<void> => {
        const left = jobs.filter(({ id }) => finished.get(problem.id)?.has(id) !== true);
        await runProblem({ ...request, problem, jobs: left, library, scorer, log, results, traces, gate, watch, judgeWatch, signal: halt.signal, onDone: (failed) => {
          progress.done += 1;
          progress.now += 1;
          progress.failed += failed ? 1 : 0;
          onProgress({ ...progress });
        } });
        log.forget(problem.id);
      };
      const guardedWork = (): Promise<void> => work().catch((thrown: unknown) => {
        const error = toFigtreeError(thrown, "endpoint.badResponse");
        // At a cap of the run nothing more begins, but what others have under way is paid for.
        if (error.code === "budget.calls" || error.code === "budget.tokens") halt.end(error);
        else halt.stop(error);
      });
      await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, queue.length)) }, guardedWork));
      return { ...progress, ...endOf(halt.reason()), usage: log.spent() };
    } finally {
      await Promise.all([results.close(), traces.close(), log.close()]);
    }
  } finally {
    halt.close();
    await unlock();
  }
}

function endOf(error: FigtreeError | undefined): Pick<BenchEnd, "reason" | "error"> {
  if (error === undefined) return { reason: "completed", error: null };
  if (error.code === "cancelled") return { reason: "cancelled", error: null };
  const record = { code: error.code, details: error.details };
  if (error.code.startsWith("budget.")) return { reason: "budget", error: record };
  if (/^(endpoint|model|editor)\./.test(error.code)) return { reason: "gone", error: record };
  throw error;
}
