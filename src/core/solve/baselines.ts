import { hashText, mixSeeds } from "../search";
import { buildMessages, directText, finalAnswerOf, isFinalSubQuestion, type TranscriptStep } from "../prompts";
import type { NewNode } from "../trace";
import { sampleSteps, stepKey } from "./expand";
import { noConfidence, type Method } from "./method";

function plainNode(id: number, step: TranscriptStep, terminal: boolean, seed: number): NewNode {
  return { id, parent: id - 1, depth: id, ...step, terminal, multiplicity: 1, usefulness: null, correctness: null, reward: null, seed };
}

/** QA: the question and the figure, the answer at once (VReST appendix C). */
export const questionAnswering: Method = async ({ problem, settings, model, reporter, seed }) => {
  const { question, choices, image, exemplars } = problem;
  const reply = await model.generate({
    messages: buildMessages(settings.textOnlyGeneration ? null : image, directText(question, choices), exemplars),
    samples: 1, temperature: settings.temperature, topP: settings.topP, maxTokens: settings.maxTokensPerStep, stop: [], seed,
  });
  const text = reply.choices[0]?.text ?? "";
  const answer = finalAnswerOf(text);
  if (answer === "") return "exhausted";
  reporter.emit({ type: "expanded", parent: 0, children: [plainNode(1, { subQuestion: question, answer: text.trim() }, true, seed)] });
  reporter.emit({ type: "answer", traces: [{ nodes: [1], answer, reward: null }], best: { answer, confidence: noConfidence, trace: 0 } });
  return "completed";
};

/** CoT: one sampled chain of steps, without rewards (VReST appendix C). */
export const chainOfThought: Method = async ({ problem, settings, model, reporter, seed }) => {
  const steps: TranscriptStep[] = [];
  let at = seed;
  while (steps.length < settings.depth) {
    reporter.emit({ type: "activity", activity: { node: steps.length, phase: "generating", done: 0, total: 1 } });
    const [step] = await sampleSteps(model, problem, steps, 1, settings, at, reporter);
    if (step === undefined) return "exhausted";
    at = mixSeeds(at, hashText(stepKey(step)));
    steps.push(step);
    const terminal = isFinalSubQuestion(step.subQuestion);
    reporter.emit({ type: "expanded", parent: steps.length - 1, children: [plainNode(steps.length, step, terminal, at)] });
    reporter.emit({ type: "usage", usage: model.usage(), seconds: model.seconds() });
    if (!terminal) continue;
    const answer = finalAnswerOf(step.answer);
    reporter.emit({ type: "answer", traces: [{ nodes: steps.map((_, index) => index + 1), answer, reward: null }], best: { answer, confidence: noConfidence, trace: 0 } });
    return "completed";
  }
  return "exhausted";
};
