import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { PlotData } from "../blocks";

/** Colours that the page's style sets for light and dark. */
const series = ["var(--one)", "var(--two)", "var(--three)", "var(--four)", "var(--five)", "var(--six)"];
const colour = (index: number): string => series[index % series.length]!;

const percentAxis = (label: string): Plot.ScaleOptions => ({ label, domain: [0, 100], grid: true });
/** Room for the axes' names beside their numbers. */
const margins = { marginTop: 40, marginBottom: 46 };
const named = (label: string): Plot.ScaleOptions => ({ label, labelAnchor: "center", labelOffset: 40 });
const span = ({ interval }: { readonly interval: { readonly low: number; readonly high: number } }): [number, number] => [100 * interval.low, 100 * interval.high];

function bars(data: Extract<PlotData, { kind: "bars" }>): Plot.PlotOptions {
  return {
    ...margins, width: 760, height: 80 + 24 * data.bars.length, marginLeft: Math.min(320, 20 + 7 * Math.max(...data.bars.map(({ label }) => label.length))),
    x: { ...percentAxis("accuracy, %"), ...named("accuracy, %") }, y: { label: null, domain: data.bars.map(({ label }) => label) },
    marks: [
      Plot.barX(data.bars, { y: "label", x: (each: (typeof data.bars)[number]) => 100 * each.mean, fill: colour(0), fillOpacity: 0.55, insetTop: 3, insetBottom: 3 }),
      Plot.ruleY(data.bars, { y: "label", x1: (each: (typeof data.bars)[number]) => span(each)[0], x2: (each: (typeof data.bars)[number]) => span(each)[1], stroke: "currentColor", strokeWidth: 1.5 }),
    ],
  };
}

function curves(data: Extract<PlotData, { kind: "curves" }>): Plot.PlotOptions {
  return {
    ...margins, width: 760, height: 380, x: { ...named(data.axis), ticks: [...new Set(data.curves.flatMap(({ points }) => points.map(({ x }) => x)))], tickFormat: "d" }, y: { ...percentAxis("accuracy, %"), domain: domainOf(data.curves.flatMap(({ points }) => points)) },
    marks: data.curves.flatMap(({ points }, index) => [
      Plot.ruleX(points, { x: "x", y1: (each: (typeof points)[number]) => span(each)[0], y2: (each: (typeof points)[number]) => span(each)[1], stroke: colour(index), strokeOpacity: 0.45, dx: 3 * (index - (data.curves.length - 1) / 2) }),
      Plot.lineY(points, { x: "x", y: (each: (typeof points)[number]) => 100 * each.mean, stroke: colour(index), strokeWidth: 2 }),
      Plot.dot(points, { x: "x", y: (each: (typeof points)[number]) => 100 * each.mean, fill: colour(index), symbol: symbols[index % symbols.length]!, r: 4 }),
    ]),
  };
}

/** Curves differ in form too, not in colour alone. */
const symbols = ["circle", "square", "triangle", "diamond", "star", "cross"] as const;

/** Whole tens around everything that is drawn. */
function domainOf(points: readonly { readonly interval: { readonly low: number; readonly high: number } }[]): [number, number] {
  const spans = points.map(span);
  return [Math.floor(Math.min(100, ...spans.map(([low]) => low)) / 10) * 10, Math.ceil(Math.max(0, ...spans.map(([, high]) => high)) / 10) * 10];
}

function reliability({ bins }: Extract<PlotData, { kind: "reliability" }>): Plot.PlotOptions {
  const filled = bins.filter(({ count }) => count > 0);
  const most = Math.max(...filled.map(({ count }) => count));
  return {
    ...margins, width: 330, height: 340, x: { ...named("confidence, %"), domain: [0, 100], grid: true }, y: percentAxis("right, %"),
    marks: [
      Plot.line([[0, 0], [100, 100]], { stroke: "currentColor", strokeOpacity: 0.5, strokeDasharray: "4 4" }),
      Plot.ruleX(filled, { x: (bin: (typeof bins)[number]) => 100 * bin.meanScore!, y1: (bin: (typeof bins)[number]) => 100 * bin.meanScore!, y2: (bin: (typeof bins)[number]) => 100 * bin.accuracy!, stroke: colour(0), strokeWidth: 1.5 }),
      Plot.dot(filled, { x: (bin: (typeof bins)[number]) => 100 * bin.meanScore!, y: (bin: (typeof bins)[number]) => 100 * bin.accuracy!, fill: colour(0), r: (bin: (typeof bins)[number]) => 3 + 7 * Math.sqrt(bin.count / most) }),
    ],
    r: { type: "identity" },
  };
}

/** One label for points that lie so close that theirs would cover each other. */
function clustered(points: Extract<PlotData, { kind: "costs" }>["points"]): { readonly requests: number; readonly mean: number; readonly label: string }[] {
  const clusters: (typeof points)[number][][] = [];
  for (const point of points) {
    const near = clusters.find(([first]) => Math.abs(Math.log(first!.requests / point.requests)) < 0.7 && Math.abs(first!.mean - point.mean) < 0.03);
    if (near === undefined) clusters.push([point]);
    else near.push(point);
  }
  return clusters.map((members) => ({ requests: Math.max(...members.map(({ requests }) => requests)), mean: members[0]!.mean, label: `${members[0]!.label}${members.length === 1 ? "" : ` and ${members.length - 1} more`}` }));
}

function costs({ points }: Extract<PlotData, { kind: "costs" }>): Plot.PlotOptions {
  const drawn = points.filter(({ requests }) => requests > 0);
  const main = drawn.filter((point) => point.main);
  const y = (each: { readonly mean: number }): number => 100 * each.mean;
  return {
    ...margins, width: 760, height: 420, marginRight: 170, x: { type: "log", ...named("requests per problem"), grid: true, tickFormat: "~s" }, y: { ...percentAxis("accuracy, %"), domain: domainOf(drawn) },
    marks: [
      Plot.ruleX(main, { x: "requests", y1: (each: (typeof points)[number]) => span(each)[0], y2: (each: (typeof points)[number]) => span(each)[1], stroke: colour(0), strokeOpacity: 0.35 }),
      Plot.dot(drawn.filter((point) => !point.main), { x: "requests", y, stroke: colour(1), r: 2.5 }),
      Plot.dot(main, { x: "requests", y, fill: colour(0), r: 4 }),
      Plot.text(clustered(main), { x: "requests", y, text: "label", textAnchor: "start", dx: 8, fill: "currentColor" }),
    ],
  };
}

function optionsOf(data: PlotData): Plot.PlotOptions {
  switch (data.kind) {
    case "bars":
      return bars(data);
    case "curves":
      return curves(data);
    case "reliability":
      return reliability(data);
    case "costs":
      return costs(data);
  }
}

const isEmpty = (data: PlotData): boolean => (data.kind === "bars" ? data.bars : data.kind === "curves" ? data.curves.flatMap(({ points }) => points) : data.kind === "reliability" ? data.bins.filter(({ count }) => count > 0) : data.points.filter(({ requests }) => requests > 0)).length === 0;

/** The plot as an SVG element's text, without a style of its own; null where there is nothing to draw. */
export function drawPlot(data: PlotData): string | null {
  if (isEmpty(data)) return null;
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const svg = Plot.plot({ ...optionsOf(data), document: document as unknown as Document, className: "plot" });
  for (const style of svg.querySelectorAll("style")) style.remove();
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", data.caption);
  return svg.outerHTML;
}

/** What stands for each curve, in words. */
export const legendOf = (data: PlotData): readonly { readonly label: string; readonly place: number; readonly symbol: string }[] =>
  data.kind === "curves" ? data.curves.map(({ label }, index) => ({ label, place: (index % series.length) + 1, symbol: symbols[index % symbols.length]! })) : [];
