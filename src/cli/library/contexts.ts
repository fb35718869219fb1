import { systemClock } from "../../adapters/system";
import { buildContexts, contextDefaults, type ContextSettings, type ContextsEvent } from "../../core/exemplars";
import { FigtreeError, type ExemplarStore } from "../../core/ports";
import { duration } from "../duration";
import { exitCode, printJson, type Io } from "../io";
import { openModel } from "../model";
import { numberOption, wholeNumberOption, type SolveOptions } from "../options";
import { createProgressLine } from "../progress-line";
import { exitCodeOfError, sentence } from "../result";
import type { LibraryChoice } from "./choice";

export interface ContextsOptions extends LibraryChoice, Pick<SolveOptions, "endpoint" | "model" | "apiKeyEnv" | "probe" | "embedded" | "inFlight" | "timeout" | "seed" | "temperature" | "topP"> {
  readonly contexts?: string;
  readonly verifications?: string;
  readonly maxTokensPerContext?: string;
  readonly limit?: string;
  readonly subject?: string;
  readonly tag?: string;
  readonly id?: readonly string[];
  readonly force?: boolean;
  readonly json?: boolean;
}

function contextSettingsOf(options: ContextsOptions): ContextSettings {
  return {
    contexts: wholeNumberOption("--contexts", options.contexts, 1, 32) ?? contextDefaults.contexts,
    verifications: wholeNumberOption("--verifications", options.verifications, 1, 32) ?? contextDefaults.verifications,
    temperature: numberOption("--temperature", options.temperature) ?? contextDefaults.temperature,
    topP: numberOption("--top-p", options.topP) ?? contextDefaults.topP,
    maxTokens: wholeNumberOption("--max-tokens-per-context", options.maxTokensPerContext, 64, 32768) ?? contextDefaults.maxTokens,
    seed: wholeNumberOption("--seed", options.seed, 0, 0xffffffff) ?? contextDefaults.seed,
    force: options.force === true,
  };
}

/** The first exemplars with this subject and tag that have no verified context yet. */
async function firstOpen(store: ExemplarStore, limit: number, force: boolean, { subject, tag }: Pick<ContextsOptions, "subject" | "tag">): Promise<string[]> {
  const wanted = { ...(subject === undefined ? {} : { subject }), ...(tag === undefined ? {} : { tag }) };
  const ids: string[] = [];
  for (let offset = 0; ids.length < limit; ) {
    const { exemplars } = await store.list({ ...wanted, offset, limit: 200 });
    if (exemplars.length === 0) break;
    offset += exemplars.length;
    ids.push(...exemplars.filter(({ passRate }) => force || passRate === null).map(({ id }) => id));
  }
  return ids.slice(0, limit);
}

/**
 * `figtree library contexts`: reasoning contexts, generated and verified by the model. Each is stored when it is done, so
 * the same command goes on where it was stopped.
 */
export async function contextsCommand(options: ContextsOptions, io: Io, signal: AbortSignal, store: ExemplarStore): Promise<number> {
  const settings = contextSettingsOf(options);
  const limit = wholeNumberOption("--limit", options.limit, 1, 1e9);
  const inFlight = wholeNumberOption("--in-flight", options.inFlight, 1, 256);
  const chosen = limit !== undefined || options.subject !== undefined || options.tag !== undefined;
  if (chosen && options.id !== undefined) throw new FigtreeError("input.invalid", { field: "--id", message: "It does not go with --limit, --subject or --tag." });
  const ids = options.id ?? (chosen ? await firstOpen(store, limit ?? Infinity, settings.force === true, options) : undefined);
  const model = await openModel(options, signal, io.stderr);
  const line = createProgressLine(io, options.json === true);
  const failures: { id: string; sentence: string }[] = [];
  let end: Extract<ContextsEvent, { type: "finished" }> | undefined;
  let skipped = 0;
  try {
    for await (const event of buildContexts({ store, model, settings, clock: systemClock, signal, ...(ids === undefined ? {} : { ids }), ...(inFlight === undefined ? {} : { inFlight }) })) {
      if (event.type === "started") skipped = event.finished;
      if (event.type === "failed") failures.push({ id: event.id, sentence: sentence(event.error) });
      if (event.type === "finished") end = event;
      if (event.type === "progress") {
        const { done, failed, total, usage, remainingSeconds } = event;
        line.update((done + failed) / total, `${done + failed} of ${total} exemplars, ${usage.requests} requests, ${usage.promptTokens + usage.completionTokens} tokens${remainingSeconds === null ? "" : `, ${duration(remainingSeconds)} left`}`);
      }
    }
  } finally {
    line.close();
    await model.dispose();
  }
  const { exemplars, withContext, meanPassRate } = await store.stats();
  const stopped = end?.error ?? null;
  if (options.json === true) {
    printJson(io, { done: end?.done ?? 0, failed: failures, alreadyDone: skipped, reason: end?.reason ?? "completed", usage: end?.usage ?? null, seconds: end?.seconds ?? 0, exemplars, withContext, meanPassRate, ...(stopped === null ? {} : { error: { code: stopped.code, sentence: sentence(stopped) } }) });
  } else {
    for (const failure of failures.slice(0, 20)) io.stderr(`${failure.id}: ${failure.sentence}\n`);
    if (stopped !== null) io.stderr(`${sentence(stopped)}\n`);
    if (end?.reason === "cancelled") io.stderr("Stopped: the same command goes on from there.\n");
    // A run that could not begin has nothing to sum up.
    if (stopped === null || (end?.done ?? 0) + failures.length > 0) io.stdout(`${end?.done ?? 0} exemplars done, ${failures.length} failed, ${skipped} had been done before. ${withContext} of ${exemplars} have a context; mean pass rate ${meanPassRate === null ? "not known" : meanPassRate.toFixed(2)}.\n`);
  }
  if (stopped !== null) return exitCodeOfError(stopped.code);
  return end?.reason === "cancelled" ? exitCode.partial : exitCode.ok;
}
