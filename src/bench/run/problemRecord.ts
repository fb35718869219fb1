import type { BenchProblem } from "../datasets/problem";
import type { ProblemRecord } from "./results";

/** Worked steps as one's own set may hold them: `sub_question` and `answer`. */
function stepsOf(value: unknown): ProblemRecord["steps"] {
  if (!Array.isArray(value)) return null;
  const steps = value.map((step: unknown) => {
    const { sub_question: subQuestion, answer } = (typeof step === "object" && step !== null ? step : {}) as Record<string, unknown>;
    return typeof subQuestion === "string" && typeof answer === "string" ? { subQuestion, answer } : null;
  });
  return steps.length === 0 || steps.includes(null) ? null : (steps as NonNullable<ProblemRecord["steps"]>);
}

export function problemRecord({ id, asked, choices, references, categories, gold }: BenchProblem): ProblemRecord {
  return { id, asked, choices, references, categories, steps: stepsOf(gold["steps"]) };
}
