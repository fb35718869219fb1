import { prepareImage } from "../../adapters/images";
import { systemClock } from "../../adapters/system";
import { runBench, type BenchEnd } from "../../bench";
import { toFigtreeError, type ErrorCode, type PreparedImage, type VisionModel } from "../../core/ports";
import { exitCode, type Io } from "../io";
import type { LibraryChoice } from "../library/choice";
import { openSolveLibrary } from "../library/solving";
import { openModel } from "../model";
import { createProgressLine } from "../progress-line";
import { sentence } from "../result";
import { parseBenchOptions, type BenchRunOptions } from "./options";
import { poolModels } from "./pool";
import { remaining } from "./remaining";

export type { BenchRunOptions } from "./options";

const prepare = async (bytes: Uint8Array, problem: string): Promise<PreparedImage> => (await prepareImage(bytes, { name: problem })).image;

async function openModels(options: BenchRunOptions, processes: number, io: Io, signal: AbortSignal): Promise<VisionModel> {
  const first = await openModel(options, signal, io.stderr);
  const more: VisionModel[] = [];
  for (let count = 1; count < processes; count += 1) more.push(await openModel(options, signal, io.stderr));
  return more.length === 0 ? first : poolModels([first, ...more]);
}

function openJudge({ judgeEndpoint, judgeModel, judgeKeyEnv, inFlight, timeout }: BenchRunOptions, io: Io, signal: AbortSignal): Promise<VisionModel> | null {
  if (judgeEndpoint === undefined) return null;
  // A judge sees no picture: what an endpoint makes of one need not be found out.
  const options = { endpoint: judgeEndpoint, probe: false, ...(judgeModel === undefined ? {} : { model: judgeModel }), ...(judgeKeyEnv === undefined ? {} : { apiKeyEnv: judgeKeyEnv }), ...(inFlight === undefined ? {} : { inFlight }), ...(timeout === undefined ? {} : { timeout }) };
  return openModel(options, signal, io.stderr);
}

/** Where exemplars come from; how they are chosen is each method's own. */
function libraryOf({ library, libraryKeyEnv, embedder, embeddingEndpoint, embeddingModel, embeddingKeyEnv, embeddingText, embeddingImages }: BenchRunOptions): LibraryChoice {
  const given = Object.entries({ library, libraryKeyEnv, embedder, embeddingEndpoint, embeddingModel, embeddingKeyEnv, embeddingText, embeddingImages }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

const caps: Readonly<Partial<Record<ErrorCode, string>>> = { "budget.calls": "--max-calls", "budget.tokens": "--max-tokens", "budget.seconds": "--max-seconds" };

function endSentence({ reason, error, done, total, failed, usage }: BenchEnd, folder: string): string {
  const state = `${done} of ${total} solves are done${failed === 0 ? "" : `, ${failed} of them failed`}; ${usage.requests} requests, ${usage.promptTokens + usage.completionTokens} tokens in all.`;
  const again = failed === 0 ? "" : " Those that failed are tried again with --retry-failed.";
  if (reason === "completed") return `${state}${again} Now: figtree bench report ${folder}`;
  const cap = error === null ? undefined : caps[error.code];
  if (cap !== undefined) return `${cap} ${error!.details["limit"]} is reached. ${state} The same command goes on from there${error!.code === "budget.seconds" ? "" : " once the cap is larger"}.${again}`;
  const why = error === null ? "Stopped." : sentence(error);
  return `${why} ${state} The same command goes on from there.${again}`;
}

/**
 * `figtree bench run`: runs methods over a data set into a folder.
 * @returns exit code: 0 all done, 2 bad input, 3 the model is gone, 4 stopped or a cap reached; what was done by then is kept.
 */
export async function benchRunCommand(options: BenchRunOptions, io: Io, env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<number> {
  try {
    const { reader, path, specs, preset, seed, limit, processes, inFlight, caps } = parseBenchOptions(options);
    const dataset = await reader.open(path, { signal, ...(options.split === undefined ? {} : { split: options.split }) });
    const opened: { dispose(): Promise<void> }[] = [];
    const line = createProgressLine(io, options.json === true);
    try {
      if (dataset.skipped.length > 0) io.stderr(`${dataset.skipped.length} records of ${reader.title} cannot be asked and are left out.\n`);
      const model = await openModels(options, processes, io, signal);
      opened.push(model);
      const judge = await openJudge(options, io, signal);
      if (judge !== null) opened.push(judge);
      const library = await openSolveLibrary(libraryOf(options), seed, null, io, env, signal);
      if (library !== null) opened.push({ dispose: () => library.close() });
      const startedAt = systemClock.now();
      const end = await runBench({
        folder: options.out, dataset, limit, seed, preset, specs, model, prepare, library: library?.library ?? null, judge, caps, atOnce: inFlight,
        ...(options.guess === true ? { guess: { seed } } : {}),
        extend: options.extend === true, retryFailed: options.retryFailed === true, clock: systemClock, signal,
        onProgress: (progress) => line.update(progress.total === 0 ? 1 : progress.done / progress.total, `${progress.done} of ${progress.total} solves${progress.failed === 0 ? "" : `, ${progress.failed} failed`}${remaining(progress, (systemClock.now() - startedAt) / 1000)}`),
      });
      line.close();
      if (options.json === true) io.stdout(`${JSON.stringify({ ...end, folder: options.out, ...(end.error === null ? {} : { error: { code: end.error.code, sentence: sentence(end.error) } }) }, null, 2)}\n`);
      else io.stdout(`${endSentence(end, options.out)}\n`);
      return { completed: exitCode.ok, cancelled: exitCode.partial, budget: exitCode.partial, gone: exitCode.endpointFailed }[end.reason];
    } finally {
      line.close();
      await Promise.all(opened.map((each) => each.dispose()));
      await dataset.close();
    }
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    const words = error.code === "cancelled" ? "Stopped. What was done by then is kept: the same command goes on from there." : sentence(error);
    if (options.json === true) io.stdout(`${JSON.stringify({ error: { code: error.code, sentence: words } }, null, 2)}\n`);
    else io.stderr(`${words}\n`);
    if (error.code === "cancelled") return exitCode.partial;
    return /^(endpoint|model|embedder|library)\./.test(error.code) ? exitCode.endpointFailed : exitCode.badInput;
  }
}
