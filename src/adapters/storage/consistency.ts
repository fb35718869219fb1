import type { TraceSnapshot } from "../../core/trace";

/** The first contradiction within a snapshot, in words, or null where it holds together. */
export function contradictionIn({ nodes, traces, best }: TraceSnapshot): string | null {
  for (const [index, node] of nodes.entries()) {
    if (node.id !== index) return `Node ${index} calls itself ${node.id}.`;
    if (index === 0 ? node.parent !== null || node.depth !== 0 : node.parent === null || node.parent >= index) return `Node ${index} does not come after its parent.`;
    if (index > 0 && node.depth !== nodes[node.parent!]!.depth + 1) return `Node ${index} has a wrong depth.`;
    const value = index === 0 ? null : node.returns.length === 0 ? node.reward : node.returns.reduce((sum, each) => sum + each, 0) / node.returns.length;
    if (value === null ? node.value !== null : node.value === null || Math.abs(node.value - value) > 1e-9) return `Node ${index} has another value than its returns give.`;
    if (node.visits !== node.returns.length && index > 0) return `Node ${index} has another number of visits than of returns.`;
  }
  for (const trace of traces) {
    if (trace.nodes.some((id, index) => nodes[id]?.parent !== (index === 0 ? 0 : trace.nodes[index - 1]))) return "A trace is not a path in the tree.";
    if (nodes[trace.nodes.at(-1)!]?.terminal !== true) return "A trace does not end in a last step.";
  }
  return best !== null && traces[best.trace]?.answer !== best.answer ? "The best answer belongs to no trace." : null;
}
