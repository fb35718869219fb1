import { addUsage, noUsage, toFigtreeError, type ErrorRecord, type Usage, type VisionModel } from "../../../core/ports";
import { mixSeeds } from "../../../core/search";
import type { BenchProblem } from "../../datasets/problem";
import type { Score } from "../score";
import { isBlank, wholeReply } from "../text";
import { judgeMessages } from "./prompt";
import { readVerdict } from "./verdict";

const MAX_TOKENS = 512;

/** What a language model made of one answer. */
export interface Judgement {
  /** The judge's name and place. */
  readonly judge: string;
  readonly extracted: string | null;
  /** Null where the judging failed; a report counts that as 0 and says so. */
  readonly score: 0 | 1 | null;
  /** Requests for a verdict. */
  readonly attempts: number;
  readonly failure: ErrorRecord | null;
  readonly usage: Usage;
}

export interface JudgeRequest {
  /** Name of the data set's reader: some have a rubric of their own. */
  readonly dataset: string;
  readonly problem: BenchProblem;
  readonly reply: string | null;
  readonly answer: string | null;
  readonly judge: VisionModel;
  readonly seed: number;
  /** How often a verdict is asked for until one is readable, >= 1. */
  readonly attempts?: number;
  readonly signal: AbortSignal;
}

/** Asks a model, text alone, whether the reply gives the reference answer. Throws only `cancelled` and `budget.*`; other failures are part of the result. */
export async function judgeAnswer({ dataset, problem, reply, answer, judge, seed, attempts = 3, signal }: JudgeRequest): Promise<Judgement> {
  const name = `${judge.info.name} at ${judge.info.place}`;
  if (isBlank(reply) && isBlank(answer)) return { judge: name, extracted: null, score: 0, attempts: 0, failure: null, usage: noUsage };
  const messages = judgeMessages(dataset, problem, wholeReply(reply, answer));
  let usage = noUsage;
  let failure: ErrorRecord = { code: "reply.unreadable", details: {} };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      // The first verdict is the model's most likely one; another try at 0 would be the same text again.
      const result = await judge.generate({ messages, samples: 1, temperature: attempt === 1 ? 0 : 0.7, topP: 1, maxTokens: MAX_TOKENS, stop: [], seed: mixSeeds(seed, attempt), signal });
      usage = addUsage(usage, result.usage);
      const verdict = readVerdict(result.choices[0]?.text ?? "");
      if (verdict !== null) return { judge: name, ...verdict, attempts: attempt, failure: null, usage };
    } catch (thrown) {
      const error = toFigtreeError(thrown, "endpoint.badResponse");
      if (error.code === "cancelled" || error.code.startsWith("budget.")) throw error;
      failure = { code: error.code, details: error.details };
      // The model's own adapter has retried already.
      return { judge: name, extracted: null, score: null, attempts: attempt, failure, usage };
    }
  }
  return { judge: name, extracted: null, score: null, attempts, failure, usage };
}

/** The score with the judge's verdict where the official rule is a judge (CharXiv); a failed judging counts as 0 there. Elsewhere unchanged. */
export function withJudgement(dataset: string, score: Score, judgement: Judgement): Score {
  if (dataset !== "charxiv") return score;
  return { ...score, extracted: judgement.extracted ?? score.extracted, official: judgement.score ?? 0, rule: judgement.score === null ? "judgeFailed" : "judge" };
}
