import { FigtreeError } from "../../../core/ports";
import { referredIds } from "./css";
import type { SvgElement } from "./clean";

/** Elements drawn after every reference is followed, and layers (groups composed as a whole) among them; far above real figures. */
const limits = { drawn: 300_000, layered: 3000 };

interface Cost {
  readonly drawn: number;
  readonly layered: number;
}

const layerAttributes = ["opacity", "mask", "clip-path", "filter", "mix-blend-mode"];

const ownIds = (element: SvgElement): string[] => {
  const href = element.attributes.get("href");
  return [...(href?.startsWith("#") === true ? [href.slice(1)] : []), ...[...element.attributes.values()].flatMap(referredIds)];
};

/** A marker is drawn at every vertex. */
const vertices = (element: SvgElement): number => ((element.attributes.get("d") ?? element.attributes.get("points") ?? "").match(/[\d.]+/g)?.length ?? 2) / 2;

/**
 * Refuses a drawing whose references (`use`, patterns, masks, markers) multiply beyond any real figure, before any
 * work on it starts; what is slow in other ways is ended by the time limit. Throws `image.unsupported`.
 */
export function checkCost(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  const index = (element: SvgElement): void => {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of element.children) if (typeof child !== "string") index(child);
  };
  index(root);

  const known = new Map<SvgElement, Cost>();
  const under = new Set<SvgElement>();
  const costOf = (element: SvgElement): Cost => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // A circle of references is not drawn by the library.
    if (under.has(element)) return { drawn: 0, layered: 0 };
    if (under.size > 1000) throw new FigtreeError("image.unsupported", { format: "SVG with references nested more than 1000 deep" });
    under.add(element);
    const layers = layerAttributes.some((name) => element.attributes.has(name)) || /opacity|mask|clip|filter|blend/.test(element.attributes.get("style") ?? "") ? 1 : 0;
    let drawn = 1;
    let layered = layers;
    const add = (cost: Cost, times: number): void => {
      drawn += cost.drawn * times;
      layered += cost.layered * times;
    };
    for (const child of element.children) if (typeof child !== "string") add(costOf(child), 1);
    const times = ["path", "polyline", "polygon", "line"].includes(element.name) ? Math.max(1, vertices(element)) : 1;
    for (const id of ownIds(element)) {
      const target = byId.get(id);
      if (target !== undefined) add(costOf(target), target.name === "marker" ? times : 1);
    }
    under.delete(element);
    const cost = { drawn, layered };
    known.set(element, cost);
    return cost;
  };
  const { drawn, layered } = costOf(root);
  if (drawn > limits.drawn) throw new FigtreeError("image.unsupported", { format: "SVG that repeats its parts too many times" });
  if (layered > limits.layered) throw new FigtreeError("image.unsupported", { format: "SVG with too many masks, filters or transparent groups" });
}
