import type { TraceSnapshot } from "../core/trace";
import { describeConfidence, describeOutcome, describeWarning } from "../protocol";
import { costs, oneLine } from "./live";
import { sentence } from "./result";

/** The finished solve in plain lines: the winning trace step by step, the answer, its confidence, the cost. */
export function reportLines(snapshot: TraceSnapshot): string[] {
  const { best, usage, outcome } = snapshot;
  const lines: string[] = [];
  if (best !== null) {
    for (const [index, id] of snapshot.traces[best.trace]!.nodes.entries()) {
      const node = snapshot.nodes[id]!;
      lines.push(oneLine(`${index + 1}. ${node.subQuestion}`, Infinity), `   ${oneLine(node.answer, Infinity)}`);
      if (node.reward !== null) lines.push(`   useful ${(node.usefulness ?? Number.NaN).toFixed(2)}  correct ${(node.correctness ?? Number.NaN).toFixed(2)}  value ${node.value!.toFixed(2)}  visits ${node.visits}`.replaceAll("NaN", "-"));
    }
    lines.push("", `Answer: ${oneLine(best.answer, Infinity)}${outcome?.partial === true ? "  (partial)" : ""}`, describeConfidence(best.confidence, snapshot.warnings));
  } else {
    lines.push("No answer was found.");
  }
  const chosen = (snapshot.exemplars?.candidates ?? []).filter(({ rankAfter }) => rankAfter !== null);
  if (chosen.length > 0) {
    lines.push("", `Exemplars (${snapshot.exemplars!.mode}):`, ...chosen.map(({ id, question, answer, passRate, rankBefore }, index) => `  ${index + 1}. ${oneLine(question, 70)} -> ${oneLine(answer, 24)}  (${[rankBefore === null ? "pinned" : `retrieved as ${rankBefore}`, passRate === null ? "not verified" : `pass rate ${passRate.toFixed(2)}`].join(", ")}; ${id})`));
  }
  const end = outcome === null ? null : outcome.error === null ? describeOutcome(outcome, best !== null) : sentence(outcome.error);
  if (end !== null) lines.push(end);
  lines.push(...snapshot.warnings.map((warning) => `Note: ${describeWarning(warning)}`));
  lines.push(`${costs(usage)}, ${usage.promptTokens + usage.completionTokens} tokens, ${snapshot.seconds.toFixed(1)} s`);
  return lines;
}
