import type { ExemplarCandidate, ExemplarSelection, TraceSnapshot } from "../core/trace";
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
