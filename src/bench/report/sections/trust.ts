import { heading, table, text, type Block } from "../blocks";
import type { RunReport } from "../model";
import { area, none, percent } from "../numbers";

/** Disputed answers that are written out; the rest is in report.json. */
const MOST_DISPUTED = 200;

export function calibrationSection(run: RunReport): Block[] {
  const rows = run.rows.filter(({ row, confidence }) => confidence !== null && run.mainRows.includes(row));
  if (rows.length === 0) return [];
  return [
    heading(2, "Confidence"),
    text("How far an answer's confidence is its probability of being right (ours). ECE: expected calibration error over ten bins of equal width. AUROC: probability that a right answer has the larger confidence, ties one half. Methods without a confidence are left out."),
    table(["Method", "Answers", "ECE", "AUROC"], rows.map(({ row, confidence }) => [row, String(confidence!.count), area(confidence!.ece), area(confidence!.auroc)])),
    ...rows.map(({ row, confidence }): Block => ({ type: "plot", plot: { kind: "reliability", caption: `Reliability of ${row}`, bins: confidence!.bins } })),
  ];
}

const score = (value: number | null): string => (value === null ? none : String(Number(value.toFixed(2))));

export function disputedSection({ disputed }: RunReport): Block[] {
  if (disputed.length === 0) return [heading(2, "Disputed answers"), text("None: the rules agree on every answer.")];
  const shown = disputed.slice(0, MOST_DISPUTED);
  return [
    heading(2, "Disputed answers"),
    text(`Answers that the rules count differently: ${disputed.length}${shown.length < disputed.length ? `; the first ${shown.length} are here, all in report.json` : ""}. The rule that decided stands behind each score.`),
    table(["Problem", "Method", "Question", "Reference", "Answer", "Read as", "Official", "Corrected", "Ours", "Judge"], shown.map((each) => [
      each.problem, each.row, each.asked, each.references.join(" | "), each.answer ?? none, each.extracted ?? none,
      `${score(each.official)} (${each.rule})`, score(each.correct), `${score(each.ours)} (${each.oursRule})`, score(each.judged),
    ])),
  ];
}

export function evidenceSection({ evidence }: RunReport): Block[] {
  if (evidence.length === 0) return [];
  const all = evidence.filter(({ rewards }) => rewards.length > 0);
  return [
    heading(2, "Where a gain comes from"),
    text("Measured on the recorded trees; one solve can serve several methods. The area under the ROC curve (AUROC) is the probability that a right step is rewarded more than a wrong one: over all trees, within one tree, and among the children of one node. 0.5 is chance."),
    ...all.flatMap(({ job, labels, rewards, traceReward }): Block[] => [
      heading(3, `Rewards in ${job}`),
      text(labels === "reference steps" ? "A step is right if it says what the data set's worked step says; a last step if its answer is right." : "A step is right if it leads to a right answer; a last step if its answer is right."),
      table(["Steps", "Reward", "Number", "Right, %", "Pooled", "Within a tree", "Among siblings"], [
        ...rewards.map(({ kind, part, steps, right, pooled, withinTree, amongSiblings }) => [kind, part, String(steps), percent(right), area(pooled), area(withinTree), area(amongSiblings)]),
        ["whole traces", "trace", String(traceReward.steps), percent(traceReward.right), area(traceReward.pooled), area(traceReward.withinTree), none],
      ]),
    ]),
    heading(3, "Diversity"),
    text("Means per problem, and the accuracy of one trace drawn at random, of a perfect choice among all."),
    table(["Solve", "Traces", "Distinct", "Distinct answers", "One trace, %", "Any trace, %"], evidence.map(({ job, diversity }) => [job, diversity.traces.toFixed(2), diversity.distinctTraces.toFixed(2), diversity.distinctAnswers.toFixed(2), percent(diversity.oneTrace.mean), percent(diversity.anyTrace.mean)])),
    ...evidence.filter(({ selections }) => selections.length > 0).flatMap(({ job, selections }): Block[] => [
      heading(3, `Rules of choice on the trees of ${job}`),
      table(["Rule", "Accuracy"], selections.map(({ rule, accuracy }) => [rule, `${percent(accuracy.mean)} [${percent(accuracy.interval?.low ?? null)}, ${percent(accuracy.interval?.high ?? null)}]`])),
    ]),
  ];
}
