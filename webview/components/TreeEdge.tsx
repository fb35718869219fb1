import { memo } from "preact/compat";

interface Props {
  readonly path: string;
  readonly best: boolean;
  /** Visits of the child: well-trodden ways are drawn thicker. */
  readonly visits: number;
}

export const TreeEdge = memo(({ path, best, visits }: Props) => (
  <path class={best ? "edge best" : visits === 0 ? "edge unvisited" : "edge"} d={path} stroke-width={Math.min(4, 1 + Math.log2(visits + 1) * 0.6 + (best ? 1 : 0))} />
));
