import type { TraceSnapshot } from "../core/trace";
import { describeError, describeWarning } from "../protocol";
import { exitCode } from "./io";

/** The object that `figtree solve --json` prints (docs/formats.md). */
export function resultOf(snapshot: TraceSnapshot): Record<string, unknown> {
  const { best, outcome, nodes } = snapshot;
  const confidence = best?.confidence;
  return {
    answer: best?.answer ?? null,
    confidence: confidence === undefined ? null : { value: confidence.value, source: confidence.source, traces: confidence.traces, voters: confidence.voters, bestReward: confidence.bestReward, visionUnsure: snapshot.warnings.some(({ code }) => code === "visionUnsure") },
    method: snapshot.method,
    model: snapshot.model,
    settings: snapshot.settings,
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

export function sentence(error: Parameters<typeof describeError>[0]): string {
  const { what, meaning, next } = describeError(error);
  return [what, meaning, next].filter((part) => part !== "").join(" ");
}

/** 0 for an answer, 4 for the best of an unfinished search, 3 when the model failed before any answer. */
export function exitCodeOf(snapshot: TraceSnapshot): number {
  const { outcome, best } = snapshot;
  if (outcome === null) return exitCode.partial;
  if (!outcome.partial && best !== null) return exitCode.ok;
  if (outcome.error?.code === "model.notFound") return exitCode.badInput;
  return outcome.reason === "failed" && best === null && outcome.error?.code !== "search.noAnswer" ? exitCode.endpointFailed : exitCode.partial;
}
