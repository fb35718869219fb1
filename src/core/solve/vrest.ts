import { createSearch, suffixMeans, type SearchNode, type TreeSearch } from "../search";
import type { ProbabilitySource } from "../ports";
import type { FinishReason, NewNode } from "../trace";
import { chooseAnswer, finishedTraces, voteIsDecided } from "./choose";
import { expandNode, type ReasoningStep } from "./expand";
import { sourceOf, type Method, type MethodContext } from "./method";

function newNode(node: SearchNode<ReasoningStep>): NewNode {
  const step = node.step!;
  return {
    id: node.id, parent: node.parent!.id, depth: node.depth, subQuestion: step.subQuestion, answer: step.answer, terminal: node.terminal,
    multiplicity: step.multiplicity, usefulness: step.reward?.usefulness ?? null, correctness: step.reward?.correctness ?? null, reward: node.reward, seed: node.seed,
  };
}

/**
 * Runs a tree search over sub-questions with self-reward and reports the tree, the traces and the best answer.
 * @param returns what each node of a finished path receives, from the path's step rewards.
 */
async function searchTree({ problem, settings, model, reporter, seed }: MethodContext, returns: (rewards: readonly number[]) => readonly number[]): Promise<FinishReason> {
  const sources = new Set<ProbabilitySource>();
  const context = { choices: problem.choices };
  const search: TreeSearch<ReasoningStep> = createSearch<ReasoningStep>(
    { expand: (request) => expandNode(model, problem, request, settings, reporter, sources), returns },
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
}

/** VReST (Algorithm 1): Monte Carlo tree search over sub-questions with self-reward. */
export const vrest: Method = (context) => searchTree(context, suffixMeans);

/**
 * ToT (VReST appendix C): w scored children for each step, always on with the best, until a last step; no way back.
 * That is a search of one iteration whose values are the steps' own rewards.
 */
export const treeOfThoughts: Method = (context) => searchTree({ ...context, settings: { ...context.settings, iterations: 1, select: "best", votes: 1 } }, (rewards) => rewards);
