import { compareAnswers } from "../../answers";
import type { Exemplar, ExemplarStore, GenerateReply, GenerateRequest, PreparedImage } from "../../ports";
import { buildMessages, directText, finalAnswerOf, isFinalSubQuestion, stepText, type ExemplarTurns, type TranscriptStep } from "../../prompts";
import { hashText, mixSeeds } from "../../search";
import type { ExemplarProblem } from "../problem";

/** What the answer-grounded reward asks, and how exemplars are shown to it. */
export interface GroundedModel {
  /** As in `VisionModel`; a metered model fits too. */
  generate(request: GenerateRequest): Promise<GenerateReply>;
  /** The exemplars as turns, in this order, with their contexts where they have one. */
  turnsOf(exemplars: readonly Exemplar[]): ExemplarTurns | Promise<ExemplarTurns>;
  /** All steps of a whole solution; empty where it has none that can be read. */
  parseSolution(reply: string): readonly TranscriptStep[];
  /** Token limit of a reply; 512, as in RCTS's configurations, where absent. */
  readonly maxTokens?: number;
}

/** Samples of each reward call, and how they and the answers are drawn (RCTS's configurations). */
export const rewardSamples = 5;
const answering = { temperature: 0.1, topP: 0.001 };
const judging = { temperature: 0.8, topP: 0.9 };

/** The four kinds of calls about one problem. Each is one request; `seed` tells equal requests apart. */
export interface GroundedCalls {
  /** The problem alone, answered directly. */
  zeroShot(seed: number): Promise<string>;
  /** The problem after these exemplars: a whole solution. */
  solve(exemplars: readonly Exemplar[], seed: number): Promise<string>;
  /** Share of samples in which the solution's reasoning leads to its answer again; 0, without a call, where it has none. */
  selfReward(solution: string, seed: number): Promise<number>;
  /** Share of samples in which these exemplars are answered rightly after the problem and its solution as the only exemplar. One call each. */
  mutualReward(solution: string, asked: readonly Exemplar[], seed: number): Promise<number>;
  sameAnswer(a: string, b: string): boolean;
}

export function groundedCalls(model: GroundedModel, store: Pick<ExemplarStore, "readImage">, problem: ExemplarProblem, signal: AbortSignal): GroundedCalls {
  const { question, choices, image } = problem;
  const maxTokens = model.maxTokens ?? 512;
  const fullText = (about: { readonly question: string; readonly choices: readonly string[] }): string => stepText(about.question, about.choices, [], false);

  async function ask(messages: GenerateRequest["messages"], samples: number, drawn: typeof answering, seed: number, stop: readonly string[] = []): Promise<string[]> {
    const reply = await model.generate({ messages, samples, ...drawn, maxTokens, stop, seed, signal });
    return reply.choices.map(({ text }) => text);
  }
  const shareOf = (replies: readonly string[], right: string, options: readonly string[]): number =>
    replies.length === 0 ? 0 : replies.filter((reply) => same(finalAnswerOf(reply), right, options)).length / replies.length;

  return {
    zeroShot: async (seed) => (await ask(buildMessages(image, directText(question, choices)), 1, answering, seed))[0] ?? "",
    solve: async (exemplars, seed) => (await ask(buildMessages(image, fullText(problem), await model.turnsOf(exemplars)), 1, answering, seed))[0] ?? "",
    async selfReward(solution, seed) {
      const steps = model.parseSolution(solution);
      const last = steps.at(-1);
      if (last === undefined || steps.length < 2 || !isFinalSubQuestion(last.subQuestion)) return 0;
      const messages = buildMessages(image, stepText(question, choices, steps.slice(0, -1), true));
      return shareOf(await ask(messages, rewardSamples, judging, seed, ["\nSub-question"]), finalAnswerOf(last.answer), choices);
    },
    async mutualReward(solution, asked, seed) {
      const turns: ExemplarTurns = [...buildMessages(image, fullText(problem)).slice(1), { role: "assistant", parts: [{ type: "text", text: solution.trim() }] }];
      const shares = await Promise.all(
        asked.map(async (exemplar, index) => {
          const picture = await pictureOf(exemplar, store);
          return shareOf(await ask(buildMessages(picture, fullText(exemplar), turns), rewardSamples, judging, mixSeeds(seed, hashText(String(index)))), exemplar.answer, exemplar.choices);
        }),
      );
      return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
    },
    sameAnswer: (a, b) => same(finalAnswerOf(a), finalAnswerOf(b), choices),
  };
}

const same = (a: string, b: string, choices: readonly string[]): boolean => a.trim() !== "" && b.trim() !== "" && compareAnswers(a, b, { choices }).same;

async function pictureOf({ image }: Exemplar, store: Pick<ExemplarStore, "readImage">): Promise<PreparedImage> {
  const { sha256, mediaType, width, height } = image;
  return { bytes: await store.readImage(sha256), mediaType, width, height, sha256 };
}
