import { hashText, mixSeeds } from "../search";
import type { Exemplar, GenerateReply, PreparedImage } from "../ports";
import { buildContextMessages, contextText, finalAnswerOf, isFinalSubQuestion, parseSolution, questionInFigure, stepText, type TranscriptStep } from "../prompts";
import type { SharedModel } from "./contexts-model";
import type { ContextSettings } from "./contexts-settings";
import { isRight, statedAnswer } from "./stated";

/** Steps of a context at most; the last is asked for then. */
const depth = 8;
/** Requests for contexts that are still missing. */
const rounds = 3;

/** A context that was generated. One that ends in another answer explains nothing, and is not verified. */
export interface GeneratedContext {
  readonly text: string;
  readonly leadsToAnswer: boolean;
}

export const questionOf = ({ question }: Pick<Exemplar, "question">): string => (question.trim() === "" ? questionInFigure : question.trim());

/**
 * Generates M contexts that explain how the answer follows (RCTS 3.1): one request for all of them; what is missing,
 * unreadable or ends in another answer is asked for again, twice at most. A reply that stops before the last step is
 * continued, since some models write one step at a time. Equal contexts become one.
 *
 * @returns in order of generation; empty where no reply could be read
 */
export async function generateContexts(model: SharedModel, exemplar: Exemplar, image: PreparedImage, settings: ContextSettings): Promise<GeneratedContext[]> {
  const base = mixSeeds(settings.seed, hashText(exemplar.id));
  const found: GeneratedContext[] = [];
  let right = 0;
  for (let round = 0; round < rounds && right < settings.contexts; round += 1) {
    const seed = mixSeeds(base, round);
    const { choices } = await ask(model, exemplar, image, settings, [], settings.contexts - right, seed);
    const solved = await Promise.all(choices.map((choice, index) => complete(model, exemplar, image, settings, parseSolution(choice.text, false, choice.finish === "length"), mixSeeds(seed, index + 1))));
    for (const steps of solved) {
      if (steps === null) continue;
      const given = finalAnswerOf(steps.at(-1)!.answer);
      const leadsToAnswer = isRight(given, exemplar);
      if (leadsToAnswer) right += 1;
      found.push({ leadsToAnswer, text: contextText(steps, leadsToAnswer ? statedAnswer(exemplar) : given) });
    }
  }
  return [...new Map(found.map((context) => [context.text, context])).values()];
}

/** Continues a solution to its last step; null where a reply cannot be read. */
async function complete(model: SharedModel, exemplar: Exemplar, image: PreparedImage, settings: ContextSettings, begun: readonly TranscriptStep[], seed: number): Promise<TranscriptStep[] | null> {
  const steps = begun.slice(0, depth);
  while (steps.length > 0 && !isFinalSubQuestion(steps.at(-1)!.subQuestion)) {
    if (steps.length === depth) return null;
    const [choice] = (await ask(model, exemplar, image, settings, steps, 1, mixSeeds(seed, steps.length))).choices;
    const more = parseSolution(choice?.text ?? "", steps.length === depth - 1, choice?.finish === "length");
    if (more.length === 0) return null;
    steps.push(...more.slice(0, depth - steps.length));
  }
  return steps.length === 0 ? null : steps;
}

function ask(model: SharedModel, exemplar: Exemplar, image: PreparedImage, settings: ContextSettings, steps: readonly TranscriptStep[], samples: number, seed: number): Promise<GenerateReply> {
  const stated = statedAnswer(exemplar);
  const answer = stated === exemplar.answer ? stated : `(${stated}) ${exemplar.answer}`;
  return model.generate({
    messages: buildContextMessages(image, stepText(questionOf(exemplar), exemplar.choices, steps, steps.length === depth - 1), answer),
    samples, temperature: settings.temperature, topP: settings.topP, maxTokens: settings.maxTokens, stop: [], seed,
  });
}
