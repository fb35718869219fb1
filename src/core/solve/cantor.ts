import { buildMessages, decisionText, expertText, finalAnswerOf, maxExpertTasks, parseDecision, parseExpertReply, standingTasks, type ExpertTask, type TranscriptStep } from "../prompts";
import { mixSeeds } from "../search";
import type { NewNode } from "../trace";
import { sampleSteps } from "./expand";
import { inOrder } from "./in-order";
import { noConfidence, type Method, type MethodContext } from "./method";

/** Requests of one solve at most, repeated synthesis apart: decision, experts, synthesis. */
export const cantorRequests = maxExpertTasks + 2;

async function ask({ problem, settings, model }: MethodContext, text: string, seed: number): Promise<string> {
  const reply = await model.generate({
    messages: buildMessages(settings.textOnlyGeneration ? null : problem.image, text), samples: 1,
    temperature: settings.temperature, topP: settings.topP, maxTokens: settings.maxTokensPerStep, stop: ["\nSub-question"], seed,
  });
  return reply.choices[0]?.text ?? "";
}

/** The parts of the question; where the decision cannot be read, every expert gets what it is for. */
async function decide(context: MethodContext): Promise<readonly ExpertTask[]> {
  const { problem, reporter, seed } = context;
  reporter.emit({ type: "activity", activity: { node: 0, phase: "generating", done: 0, total: 1 } });
  const tasks = parseDecision(await ask(context, decisionText(problem.question, problem.choices), mixSeeds(seed, 1)));
  if (tasks.length > 0) return tasks;
  reporter.warn("unreadableReplies");
  return standingTasks;
}

/**
 * Cantor (VReST appendix C): a decision splits the question into parts for experts, the experts answer at the same
 * time, and a synthesis answers the question. The experts' findings are the first steps of the trace, in the
 * decision's order, and the synthesis is its last one.
 */
export const cantor: Method = async (context) => {
  const { problem, settings, model, reporter, seed } = context;
  const tasks = await decide(context);
  const steps: TranscriptStep[] = [];
  const add = (step: TranscriptStep, terminal: boolean, at: number): void => {
    steps.push(step);
    const node: NewNode = { id: steps.length, parent: steps.length - 1, depth: steps.length, ...step, terminal, multiplicity: 1, usefulness: null, correctness: null, reward: null, seed: at };
    reporter.emit({ type: "expanded", parent: node.parent!, children: [node] });
    reporter.emit({ type: "usage", usage: model.usage(), seconds: model.seconds() });
  };

  reporter.emit({ type: "activity", activity: { node: 0, phase: "generating", done: 0, total: tasks.length } });
  const calls = tasks.map(async (task, index) => {
    const at = mixSeeds(seed, 2 + index);
    return { at, step: parseExpertReply(await ask(context, expertText(problem.question, problem.choices, task), at), task) };
  });
  for await (const { step, at } of inOrder(calls)) {
    if (step === null) reporter.warn("unreadableReplies");
    else add(step, false, at);
  }

  reporter.emit({ type: "activity", activity: { node: steps.length, phase: "generating", done: 0, total: 1 } });
  const last = mixSeeds(seed, 0);
  // The last step of the common form, after the experts' sub-answers.
  const [synthesis] = await sampleSteps(model, problem, steps, 1, { ...settings, forceFinal: true, depth: steps.length + 1 }, last, reporter);
  if (synthesis === undefined) return "exhausted";
  add(synthesis, true, last);
  const answer = finalAnswerOf(synthesis.answer);
  reporter.emit({ type: "answer", traces: [{ nodes: steps.map((_, index) => index + 1), answer, reward: null }], best: { answer, confidence: noConfidence, trace: 0 } });
  return "completed";
};
