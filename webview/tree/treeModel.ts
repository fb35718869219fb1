import type { NodeSnapshot, TraceSnapshot } from "../../src/core/trace";
import { enumerated, sentences } from "../../src/protocol";
import { translate } from "../l10n";
import { score, visits as visitsText } from "../models/format";
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
  /** For the last step what it answers, named as an answer. */
  readonly answer: string;
  /** The same without that name. */
  readonly bareAnswer: string;
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

/** What a final step answers: as its trace was read, else as its last sentence says; undefined where neither tells. */
function finalAnswer(node: NodeSnapshot, traced: ReadonlyMap<number, string>): string | undefined {
  const answer = traced.get(node.id) ?? /the answer is\s*:?\s*(.+?)\.?\s*$/is.exec(node.answer)?.[1];
  return answer === undefined ? undefined : plainText(answer);
}

export function treeItems(snapshot: Pick<TraceSnapshot, "nodes" | "best" | "traces">): readonly TreeItem[] {
  const children = childrenOf(snapshot.nodes);
  const best = new Set(bestPath(snapshot));
  const traced = new Map(snapshot.traces.map(({ nodes, answer }) => [nodes.at(-1) ?? -1, answer]));
  return snapshot.nodes.map((node) => {
    const final = node.terminal ? finalAnswer(node, traced) : undefined;
    return {
      ...pick(node),
      children: children[node.id]!,
      label: node.parent === null ? plainText(node.subQuestion) || translate("Question in the figure") : plainText(node.subQuestion.replace(finalPhrase, "")) || translate("Final step"),
      answer: final === undefined ? plainText(node.answer) : translate("Answer: {0}", final),
      bareAnswer: final ?? plainText(node.answer),
      best: best.has(node.id),
    };
  });
}

/** "value 0.82, 3 visits, merged from 2 equal replies". */
export function statistics({ value, visits, multiplicity, parent }: Pick<TreeItem, "value" | "visits" | "multiplicity" | "parent">): string {
  return enumerated([
    ...(parent === null || value === null ? [] : [translate("value {0}", score(value))]),
    visits === 0 ? translate("not visited yet") : visitsText(visits),
    ...(multiplicity > 1 ? [translate("merged from {0} equal replies", multiplicity)] : []),
  ], translate);
}

const closed = (words: string): string => (/[.!?\u3002\uFF01\uFF1F]$/.test(words) ? words : translate("{0}.", words));

/** The whole node in sentences, for screen readers and tooltips. */
export function spokenItem(item: TreeItem): string {
  const name = item.parent === null ? translate("Question: {0}", item.label) : item.terminal ? translate("Final step: {0}", item.label) : translate("Step {0}: {1}", item.depth, item.label);
  const answer = item.answer === "" || item.terminal ? item.answer : translate("Answer: {0}", item.answer);
  const numbers = enumerated([statistics(item), ...(item.best ? [translate("on the best path")] : [])], translate);
  return sentences(...[name, answer, `${numbers[0]!.toUpperCase()}${numbers.slice(1)}`].filter((part) => part !== "").map(closed));
}
