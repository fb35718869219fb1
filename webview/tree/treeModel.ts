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

export function childrenOf(nodes: readonly NodeSnapshot[]): readonly (readonly number[])[] {
  const children: number[][] = nodes.map(() => []);
  for (const { id, parent } of nodes) if (parent !== null) children[parent]?.push(id);
  return children;
}

/** Node ids of the winning trace, root first; empty while there is no answer. */
export function bestPath({ best, traces }: Pick<TraceSnapshot, "best" | "traces">): readonly number[] {
  const trace = best === null ? undefined : traces[best.trace];
  return trace === undefined ? [] : [0, ...trace.nodes];
}

export function treeItems(snapshot: Pick<TraceSnapshot, "nodes" | "best" | "traces">): readonly TreeItem[] {
  const children = childrenOf(snapshot.nodes);
  const best = new Set(bestPath(snapshot));
  return snapshot.nodes.map(({ id, parent, depth, subQuestion, answer, value, visits, multiplicity, terminal }) => ({
    id, parent, children: children[id]!, depth, value, visits, multiplicity, terminal,
    label: parent === null ? plainText(subQuestion) || "Question in the figure" : plainText(subQuestion.replace(finalPhrase, "")) || "Answer",
    answer: plainText(answer),
    best: best.has(id),
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
  return [`${name}: ${item.label}`, ...(item.answer === "" ? [] : [`Answer: ${item.answer}`]), `${statistics(item)}${item.best ? ", on the best path" : ""}`].join(". ");
}
