import { noUsage } from "../ports";
import type { TraceEvent } from "./events";
import type { NodeSnapshot, TraceSnapshot, Warning } from "./snapshot";

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

function rootNode(question: string, seed: number): NodeSnapshot {
  return {
    id: 0, parent: null, depth: 0, subQuestion: question, answer: "", terminal: false, multiplicity: 1,
    usefulness: null, correctness: null, reward: null, returns: [], value: null, visits: 0, seed,
  };
}

function addWarning(warnings: readonly Warning[], added: Warning): readonly Warning[] {
  const known = warnings.find((warning) => warning.code === added.code && warning.detail === added.detail);
  if (known === undefined) return [...warnings, added];
  return warnings.map((warning) => (warning === known ? { ...known, count: known.count + added.count } : warning));
}

function backUp(snapshot: TraceSnapshot, path: readonly number[], returns: readonly number[]): TraceSnapshot {
  const nodes = snapshot.nodes.slice();
  nodes[0] = { ...nodes[0]!, visits: nodes[0]!.visits + 1 };
  path.forEach((id, index) => {
    const node = nodes[id]!;
    const all = [...node.returns, returns[index]!];
    nodes[id] = { ...node, returns: all, visits: all.length, value: mean(all) };
  });
  return { ...snapshot, nodes, iterations: snapshot.iterations + 1 };
}

/**
 * The one reducer: folds an event into a snapshot without changing the old one.
 * `undefined` before the `started` event; any other first event is an error of the caller.
 */
export function reduceTrace(snapshot: TraceSnapshot | undefined, event: TraceEvent): TraceSnapshot {
  if (event.type === "started") {
    const { id, startedAt, problem, method, settings, model, seed } = event;
    return {
      id, startedAt, problem, method, settings, model, exemplars: null, nodes: [rootNode(problem.question, seed)], iterations: 0, traces: [],
      best: null, usage: noUsage, seconds: 0, warnings: [], activity: null, outcome: null,
    };
  }
  if (snapshot === undefined) throw new Error(`A trace must begin with "started", not "${event.type}".`);
  switch (event.type) {
    case "activity":
      return { ...snapshot, activity: event.activity };
    case "exemplars":
      return { ...snapshot, exemplars: event.selection };
    case "expanded":
      return { ...snapshot, activity: null, nodes: [...snapshot.nodes, ...event.children.map((child) => ({ ...child, returns: [], value: child.reward, visits: 0 }))] };
    case "backedUp":
      return backUp(snapshot, event.path, event.returns);
    case "answer":
      return { ...snapshot, traces: event.traces, best: event.best };
    case "usage":
      return { ...snapshot, usage: event.usage, seconds: event.seconds };
    case "warning":
      return { ...snapshot, warnings: addWarning(snapshot.warnings, event.warning) };
    case "finished":
      return { ...snapshot, activity: null, outcome: event.outcome, usage: event.usage, seconds: event.seconds };
  }
}
