import { buildMessages, directText, finalAnswerOf } from "../prompts";
import { sampleChains } from "./chains";
import { noConfidence, type Method } from "./method";

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
  const node = { id: 1, parent: 0, depth: 1, subQuestion: question, answer: text.trim(), terminal: true, multiplicity: 1, usefulness: null, correctness: null, reward: null, seed };
  reporter.emit({ type: "expanded", parent: 0, children: [node] });
  reporter.emit({ type: "answer", traces: [{ nodes: [1], answer, reward: null }], best: { answer, confidence: noConfidence, trace: 0 } });
  return "completed";
};

/** CoT: one sampled chain of steps, without rewards (VReST appendix C). */
export const chainOfThought: Method = async (context) => {
  const chains = await sampleChains(context, {
    samples: 1, sources: null,
    onFinished: ([chain]) => context.reporter.emit({ type: "answer", traces: [{ nodes: chain!.nodes, answer: chain!.answer, reward: null }], best: { answer: chain!.answer, confidence: noConfidence, trace: 0 } }),
  });
  return chains.length > 0 ? "completed" : "exhausted";
};
