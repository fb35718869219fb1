import { heading, table, text, type Block } from "../blocks";
import type { AblationReport, RunReport } from "../model";
import { measured, mean, none, points, probability, times, withInterval } from "../numbers";

export function pairSection({ pairs }: RunReport): Block[] {
  if (pairs.length === 0) return [];
  return [
    heading(2, "Paired comparison"),
    text("Over the problems that both have: difference in points of the first to the second, problems that one alone got right (ours), and the two-sided p of the exact McNemar test; not corrected for the number of comparisons."),
    table(["First", "Second", "Difference", "First alone", "Second alone", "p"], pairs.filter(({ count }) => count > 0).map(({ first, second, difference, onlyFirst, onlySecond, p }) => [first, second, points(difference), String(onlyFirst), String(onlySecond), probability(p)])),
  ];
}

export function costSection(run: RunReport): Block[] {
  const priced = run.rows.flatMap((row) => {
    const value = measured(row.ours);
    return value === null ? [] : [{ label: row.row, requests: row.cost.requests, main: run.mainRows.includes(row.row), ...value }];
  });
  return [
    heading(2, "Cost"),
    text("Means per problem, each method as if it had been run by itself, and as multiples of qa (the comparison of VReST's table 5). Replies that methods share in this run were asked for once; a part of a shared request counts as a request, and its tokens in proportion."),
    table(["Method", "Requests", "Samples", "Prompt tokens", "Reply tokens", "Requests / qa", "Samples / qa", "Tokens / qa"], run.rows.map(({ row, cost, ratioToQa }) => [row, mean(cost.requests), mean(cost.samples), mean(cost.promptTokens), mean(cost.completionTokens), times(ratioToQa?.requests), times(ratioToQa?.samples), times(ratioToQa?.tokens)])),
    { type: "plot", plot: { kind: "costs", caption: "Accuracy (ours) over requests per problem, logarithmic; small circles are points of scaling curves", points: priced } },
  ];
}

export function curveSection({ curves }: RunReport): Block[] {
  if (curves.length === 0) return [];
  const axes = { K: "iterations K", n: "sampled chains n", w: "width w" } as const;
  const plots = (["K", "n", "w"] as const).flatMap((by): Block[] => {
    const own = curves.filter((curve) => curve.by === by);
    if (own.length === 0) return [];
    const lines = own.map(({ curve, points: all }) => ({ label: curve, points: all.flatMap(({ value, accuracy }) => {
      const at = measured(accuracy);
      return at === null ? [] : [{ x: value, ...at }];
    }) }));
    return [{ type: "plot", plot: { kind: "curves", caption: `Accuracy (ours) over ${axes[by]}, with 95 % intervals`, axis: axes[by], curves: lines } }];
  });
  return [
    heading(2, "Scaling"),
    text("As figure 4 of VReST. A shorter search is the beginning of the longest one, and fewer chains are the first of all chains, so that points of a curve share their replies."),
    table(["Curve", "Value", "Accuracy", "Requests per problem"], curves.flatMap(({ curve, by, points: all }) => all.map(({ value, accuracy, requests }) => [curve, `${by} = ${value}`, withInterval(accuracy), mean(requests)]))),
    ...plots,
  ];
}

const kinds: readonly (readonly [AblationReport["kind"], string])[] = [
  ["selection", "Final selection (VReST, table 4)"],
  ["setting", "Settings (VReST, figure 3, and options of our own)"],
  ["exemplars", "Exemplars (RCTS)"],
];

export function ablationSection({ ablations }: RunReport): Block[] {
  const parts = kinds.flatMap(([kind, title]): Block[] => {
    const own = ablations.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    return [heading(3, title), table(["Method", "Beside", "Change", "Difference", "p"], own.map(({ row, base, change, pair }) => [row, base, change, pair.count === 0 ? none : points(pair.difference), pair.count === 0 ? none : probability(pair.p)]))];
  });
  return parts.length === 0 ? [] : [heading(2, "Ablations"), text("What one change does, in points of accuracy (ours), with the exact McNemar test."), ...parts];
}
