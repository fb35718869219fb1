import { hashText, mixSeeds } from "../search";
import type { Exemplar, PreparedImage } from "../ports";
import { buildMessages, finalAnswerOf, isFinalSubQuestion, parseSolution, parseStepReply, stepText, withoutStatement, type TranscriptStep } from "../prompts";
import { questionOf } from "./contexts-generate";
import type { SharedModel } from "./contexts-model";
import type { ContextSettings } from "./contexts-settings";
import { isRight } from "./stated";

/** Rounds for replies that did not come. */
const rounds = 2;

/**
 * The steps that a verification shows: without the last one, whose answer is what the model is to find, and without
 * any sentence that states the answer, so that it cannot just be read off.
 */
function shownSteps(context: string): TranscriptStep[] {
  return parseSolution(context)
    .filter(({ subQuestion }) => !isFinalSubQuestion(subQuestion))
    .map((step) => ({ ...step, answer: withoutStatement(step.answer) }))
    .filter(({ answer }) => answer !== "");
}

/**
 * Self-consistency of a context (RCTS 3.1): given picture, question and the context without its last step, does the
 * model arrive at the exemplar's answer? A reply that cannot be read, or never came, is no pass.
 *
 * @returns passes / V, in [0, 1]
 */
export async function verifyContext(model: SharedModel, exemplar: Exemplar, image: PreparedImage, context: string, settings: ContextSettings): Promise<number> {
  const messages = buildMessages(image, stepText(questionOf(exemplar), exemplar.choices, shownSteps(context), true));
  const base = mixSeeds(mixSeeds(settings.seed, hashText(exemplar.id)), hashText(context));
  let passes = 0;
  let came = 0;
  for (let round = 0; round < rounds && came < settings.verifications; round += 1) {
    const { choices } = await model.generate({
      messages, samples: settings.verifications - came, temperature: settings.temperature, topP: settings.topP, maxTokens: settings.maxTokens,
      stop: ["\nSub-question"], seed: mixSeeds(base, round),
    });
    came += choices.length;
    passes += choices.filter(({ text }) => {
      const reply = parseStepReply(text, true);
      return reply.ok && isRight(finalAnswerOf(reply.step.answer), exemplar);
    }).length;
  }
  return passes / settings.verifications;
}
