import { createSearch, suffixMeans, type SearchNode, type TreeSearch } from "../search";
import type { ProbabilitySource } from "../ports";
import type { NewNode } from "../trace";
import { chooseAnswer, finishedTraces, voteIsDecided } from "./choose";
import { expandNode, type ReasoningStep } from "./expand";
import { sourceOf, type Method } from "./method";

function newNode(node: SearchNode<ReasoningStep>): NewNode {
  const step = node.step!;
  return {
    id: node.id, parent: node.parent!.id, depth: node.depth, subQuestion: step.subQuestion, answer: step.answer, terminal: node.terminal,
    multiplicity: step.multiplicity, usefulness: step.reward?.usefulness ?? null, correctness: step.reward?.correctness ?? null, reward: node.reward, seed: node.seed,
  };
}

/** VReST (Algorithm 1): Monte Carlo tree search over sub-questions with self-reward. */
export const vrest: Method = async ({ problem, settings, model, reporter, seed }) => {
  const sources = new Set<ProbabilitySource>();
  const context = { choices: problem.choices };
  const search: TreeSearch<ReasoningStep> = createSearch<ReasoningStep>(
    { expand: (request) => expandNode(model, problem, request, settings, reporter, sources), returns: suffixMeans },
    settings,
    seed,
    (left) => settings.earlyStop && voteIsDecided(finishedTraces(search.root), left, settings, context),
  );
  const run = search.run();
  for (;;) {
    const { value, done } = await run.next();
    if (done === true) return value;
    if (value.type === "expanded") {
      reporter.emit({ type: "expanded", parent: value.node.id, children: value.children.map(newNode) });
      reporter.emit({ type: "usage", usage: model.usage(), seconds: model.seconds() });
    } else if (value.type === "backedUp") {
      reporter.emit({ type: "backedUp", path: value.path.map((node) => node.id), returns: value.returns });
      const traces = finishedTraces(search.root);
      reporter.emit({ type: "answer", traces, best: chooseAnswer(search.root, traces, settings, context, sourceOf(sources)) });
    } else {
      reporter.emit({ type: "activity", activity: null });
    }
  }
};
