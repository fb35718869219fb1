import type { NodeSnapshot, TraceSnapshot } from "../../src/core/trace";
import { counted, score } from "../models/format";
import { plainText } from "../text/plainText";

const finalPhrase = /^now we can answer the question\s*:?\s*/i;

/** A node as the drawing and the screen reader show it. */
export interface TreeItem {
  readonly id: number;
  readonly parent: number | null;
  readonly children: readonly number[];
  readonly depth: number;
  /** Sub-question in one line; for the last step what it restates. */
  readonly label: string;
  readonly answer: string;
  readonly value: number | null;
  readonly visits: number;
  readonly multiplicity: number;
  readonly terminal: boolean;
  /** On the path of the trace that is shown as the winning one. */
  readonly best: boolean;
}

function childrenOf(nodes: readonly NodeSnapshot[]): readonly (readonly number[])[] {
  const children: number[][] = nodes.map(() => []);
  for (const { id, parent } of nodes) if (parent !== null) children[parent]?.push(id);
  return children;
}

/** Node ids of the winning trace, root first; empty while there is no answer. */
export function bestPath({ best, traces }: Pick<TraceSnapshot, "best" | "traces">): readonly number[] {
  const trace = best === null ? undefined : traces[best.trace];
  return trace === undefined ? [] : [0, ...trace.nodes];
}

const pick = ({ id, parent, depth, value, visits, multiplicity, terminal }: NodeSnapshot) => ({ id, parent, depth, value, visits, multiplicity, terminal });

/** What a final step answers: as its trace was read, else as its last sentence says. */
function finalAnswer(node: NodeSnapshot, traced: ReadonlyMap<number, string>): string {
  const answer = traced.get(node.id) ?? /the answer is\s*:?\s*(.+?)\.?\s*$/is.exec(node.answer)?.[1];
  return answer === undefined ? plainText(node.answer) : `Answer: ${plainText(answer)}`;
}

export function treeItems(snapshot: Pick<TraceSnapshot, "nodes" | "best" | "traces">): readonly TreeItem[] {
  const children = childrenOf(snapshot.nodes);
  const best = new Set(bestPath(snapshot));
  const traced = new Map(snapshot.traces.map(({ nodes, answer }) => [nodes.at(-1) ?? -1, answer]));
  return snapshot.nodes.map((node) => ({
    ...pick(node),
    children: children[node.id]!,
    label: node.parent === null ? plainText(node.subQuestion) || "Question in the figure" : plainText(node.subQuestion.replace(finalPhrase, "")) || "Final step",
    answer: node.terminal ? finalAnswer(node, traced) : plainText(node.answer),
    best: best.has(node.id),
  }));
}

/** "value 0.82, 3 visits, merged from 2 equal replies". */
export function statistics({ value, visits, multiplicity, parent }: Pick<TreeItem, "value" | "visits" | "multiplicity" | "parent">): string {
  return [
    ...(parent === null || value === null ? [] : [`value ${score(value)}`]),
    visits === 0 ? "not visited yet" : counted(visits, "visit"),
    ...(multiplicity > 1 ? [`merged from ${multiplicity} equal replies`] : []),
  ].join(", ");
}

/** The whole node in one sentence, for screen readers and tooltips. */
export function spokenItem(item: TreeItem): string {
  const name = item.parent === null ? "Question" : item.terminal ? "Final step" : `Step ${item.depth}`;
  const numbers = statistics(item);
  return [`${name}: ${item.label}`, ...(item.answer === "" ? [] : [item.terminal ? item.answer : `Answer: ${item.answer}`]), `${numbers[0]!.toUpperCase()}${numbers.slice(1)}${item.best ? ", on the best path" : ""}`]
    .map((part) => (/[.!?\u3002\uFF1F]$/.test(part) ? part : `${part}.`)).join(" ");
}
