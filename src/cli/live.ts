import pc from "picocolors";
import type { NodeSnapshot, TraceSnapshot } from "../core/trace";
import type { Usage } from "../core/ports";
import { describeConfidence, methodTitle, plural } from "../protocol";

const controls = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g;

/** One line of plain text: model output must not move the cursor or colour the terminal. */
export function oneLine(text: string, width: number): string {
  const flat = text.replace(controls, " ").replace(/\s+/g, " ").trim();
  return flat.length <= width ? flat : `${flat.slice(0, Math.max(0, width - 1))}…`;
}

const number = (value: number | null): string => (value === null ? "    " : value.toFixed(2));

function nodeLine(node: NodeSnapshot, width: number, onBest: boolean, active: boolean): string {
  const mark = active ? ">" : node.terminal ? "=" : " ";
  const head = `${number(node.value)} ${String(node.visits).padStart(2)}x ${mark} ${"  ".repeat(node.depth - 1)}`;
  const text = oneLine(`${node.subQuestion} -> ${node.answer}${node.multiplicity > 1 ? ` (x${node.multiplicity})` : ""}`, width - head.length);
  return onBest ? pc.bold(head + text) : node.visits === 0 ? pc.dim(head + text) : head + text;
}

/** Nodes in the order of the tree; siblings keep their order. */
function inTreeOrder(nodes: readonly NodeSnapshot[]): NodeSnapshot[] {
  const children = new Map<number, NodeSnapshot[]>();
  for (const node of nodes) if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const ordered: NodeSnapshot[] = [];
  const visit = (id: number): void => {
    for (const child of children.get(id) ?? []) {
      ordered.push(child);
      visit(child.id);
    }
  };
  visit(0);
  return ordered;
}

/** Drops the least interesting rows (unvisited first) until the tree fits, and says how many are hidden. */
function fit(nodes: readonly NodeSnapshot[], rows: number, keep: ReadonlySet<number>): { shown: NodeSnapshot[]; hidden: number } {
  let shown = inTreeOrder(nodes);
  const total = shown.length;
  if (shown.length > rows) shown = shown.filter((node) => node.visits > 0 || keep.has(node.id));
  if (shown.length > rows) shown = [...shown.filter((node) => keep.has(node.id)), ...shown.filter((node) => !keep.has(node.id))].slice(0, rows).sort((a, b) => shown.indexOf(a) - shown.indexOf(b));
  return { shown, hidden: total - shown.length };
}

/** Requests and replies in words. */
export const costs = ({ requests, samples }: Usage): string => `${requests} ${plural(requests, "request", "requests")}, ${samples} ${plural(samples, "reply", "replies")}`;

/** The one-screen view of a running search, as lines that fit the terminal. */
export function liveLines(snapshot: TraceSnapshot, columns: number, rows: number): string[] {
  const { best, activity, usage, settings } = snapshot;
  const bestNodes = new Set(best === null ? [] : snapshot.traces[best.trace]!.nodes);
  const total = snapshot.method === "vrest" ? ` of ${String(settings["iterations"])}` : "";
  const keep = new Set([...bestNodes, ...(activity === null ? [] : [activity.node])]);
  const { shown, hidden } = fit(snapshot.nodes, Math.max(4, rows - 9), keep);
  const doing = activity === null ? "" : activity.phase === "generating" ? "asking for the next steps" : `judging steps ${activity.done}/${activity.total}`;
  return [
    pc.bold(oneLine(`Figtree  ${methodTitle(snapshot.method)} with ${snapshot.model.name} (${snapshot.model.place})`, columns)),
    oneLine(`Question: ${snapshot.problem.question === "" ? "(in the figure)" : snapshot.problem.question}`, columns),
    oneLine(`Iteration ${snapshot.iterations}${total}  ${costs(usage)}  ${doing}`, columns),
    "",
    pc.dim("value vis   step"),
    ...shown.map((node) => nodeLine(node, columns, bestNodes.has(node.id), activity?.node === node.id)),
    ...(hidden > 0 ? [pc.dim(`     ${hidden} more nodes`)] : []),
    "",
    best === null ? "No answer yet." : pc.green(pc.bold(oneLine(`Best so far: ${best.answer}`, columns))),
    ...(best === null ? [] : [oneLine(describeConfidence(best.confidence, snapshot.warnings), columns)]),
    ...(snapshot.outcome === null ? [pc.dim("Ctrl+C stops and keeps the best answer.")] : []),
  ];
}
