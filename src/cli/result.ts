import type { ExemplarCandidate, ExemplarSelection, TraceSnapshot } from "../core/trace";
import { describeError, describeWarning } from "../protocol";
import type { ErrorCode } from "../core/ports";
import { exitCode } from "./io";
import { oneLine } from "./live";

/** The object that `figtree solve --json` prints (docs/formats.md). */
export function resultOf(snapshot: TraceSnapshot): Record<string, unknown> {
  const { best, outcome, nodes } = snapshot;
  const confidence = best?.confidence;
  return {
    answer: best?.answer ?? null,
    confidence: confidence === undefined ? null : { value: confidence.value, source: confidence.source, traces: confidence.traces, voters: confidence.voters, bestReward: confidence.bestReward, visionUnsure: snapshot.warnings.some(({ code }) => code === "visionUnsure" || code === "visionUntold") },
    method: snapshot.method,
    model: snapshot.model,
    settings: snapshot.settings,
    exemplars: exemplarsOf(snapshot.exemplars),
    traces: snapshot.traces.map((trace) => ({
      answer: trace.answer,
      reward: trace.reward,
      steps: trace.nodes.map((id) => {
        const { subQuestion, answer, usefulness, correctness, reward, value, visits } = nodes[id]!;
        return { subQuestion, answer, usefulness, correctness, reward, value, visits };
      }),
    })),
    usage: { ...snapshot.usage, seconds: snapshot.seconds },
    partial: outcome?.partial ?? true,
    reason: outcome?.reason ?? null,
    ...(outcome?.error ? { error: { code: outcome.error.code, sentence: sentence(outcome.error) } } : {}),
    warnings: snapshot.warnings.map((warning) => ({ code: warning.code, count: warning.count, sentence: describeWarning(warning) })),
  };
}

/** What was chosen and why; null where no exemplars were asked for. */
function exemplarsOf(selection: ExemplarSelection | null): Record<string, unknown> | null {
  if (selection === null) return null;
  const { mode, settings, embedder, channels, reward, rollouts, delivery, candidates } = selection;
  const facts = ({ id, question, answer, passRate, channels: places, fused, rankBefore, rankAfter, pinned }: ExemplarCandidate) => ({ id, question, answer, passRate, channels: places, fused, rankBefore, rankAfter, pinned });
  return { mode, settings, embedder, channels, reward, rollouts, delivery, chosen: candidates.filter(({ rankAfter }) => rankAfter !== null).map(facts), retrieved: candidates.map(facts) };
}

/** What to do in a terminal, where VS Code has a setting or a command for it. */
const remedies: Partial<Record<ErrorCode, string>> = {
  "budget.calls": "Raise --max-calls and solve again.",
  "budget.tokens": "Raise --max-tokens and solve again.",
  "budget.seconds": "Raise --max-seconds and solve again.",
  "endpoint.timeout": "Try again, or raise the time limit (--timeout).",
  "endpoint.unauthorized": "Name the environment variable that holds the key (--api-key-env) and try again.",
};

/** What went wrong, what it means and what to do, in one line: parts of it may come from files and servers. */
export function sentence(error: Parameters<typeof describeError>[0]): string {
  const { what, meaning, next: usual } = describeError(error);
  const next = remedies[error.code] ?? usual;
  const { place, version } = error.details;
  const remedy = error.code === "library.damaged" && version !== undefined ? `Run: figtree library restore --library ${String(place)}` : "";
  return oneLine([what, meaning, next, remedy].filter((part) => part !== "").join(" "), Infinity);
}

/** For a failure before anything was found: 4 stopped, 3 the endpoint, model, embedder or library failed, else 2. */
export function exitCodeOfError(code: ErrorCode): number {
  if (code === "cancelled") return exitCode.partial;
  if (code === "model.notFound" || code === "library.notFound") return exitCode.badInput;
  return /^(endpoint|model|embedder|library|editor)\./.test(code) ? exitCode.endpointFailed : exitCode.badInput;
}

/** 0 for an answer, 4 for the best of an unfinished search, 3 when the model failed before any answer. */
export function exitCodeOf(snapshot: TraceSnapshot): number {
  const { outcome, best } = snapshot;
  if (outcome === null) return exitCode.partial;
  if (!outcome.partial && best !== null) return exitCode.ok;
  if (outcome.error?.code === "model.notFound") return exitCode.badInput;
  return outcome.reason === "failed" && best === null && outcome.error?.code !== "search.noAnswer" ? exitCode.endpointFailed : exitCode.partial;
}
