import { heading, table, text, type Block } from "../blocks";
import type { RunReport } from "../model";
import { measured, none, percent, withInterval } from "../numbers";

function notes(run: RunReport): Block[] {
  const rows = run.rows.filter(({ row }) => run.mainRows.includes(row));
  const lines = rows.flatMap(({ row, missing, failures, unanswered, guessed, judgeFailed }) => {
    const failed = Object.entries(failures).map(([code, count]) => `${count} failed (${code})`);
    const facts = [missing > 0 ? `${missing} problems without a result yet, left out` : "", ...failed, unanswered > 0 ? `${unanswered} without an answer in all` : "", guessed > 0 ? `${guessed} official scores rest on a guess` : "", judgeFailed > 0 ? `${judgeFailed} verdicts failed` : ""].filter((fact) => fact !== "");
    return facts.length === 0 ? [] : [[row, facts.join("; ")]];
  });
  return lines.length === 0 ? [] : [text("Failures and missing answers count as wrong."), table(["Method", "What is missing"], lines)];
}

export function accuracySection(run: RunReport): Block[] {
  const rows = run.rows.filter(({ row }) => run.mainRows.includes(row));
  const judged = rows.some((row) => row.judged !== null);
  const bars = rows.flatMap((row) => {
    const value = measured(row.ours);
    return value === null ? [] : [{ label: row.row, ...value }];
  });
  return [
    heading(2, "Accuracy"),
    text("Percent of all problems asked, with 95 % Wilson intervals. Ours: equality of answers by meaning. Official: the data set's own rule as published. Corrected: that rule with its known defects put right."),
    table(["Method", "Problems", "Ours", "Corrected", "Official", ...(judged ? ["Judge"] : [])], rows.map((row) => [row.row, String(row.ours.count), withInterval(row.ours), withInterval(row.correct), row.official === null ? none : withInterval(row.official), ...(judged ? [row.judged === null ? none : withInterval(row.judged)] : [])])),
    { type: "plot", plot: { kind: "bars", caption: "Accuracy (ours) with 95 % intervals", bars } },
    ...notes(run),
    ...exemplarNotes(run),
  ];
}

const deliveryWords: Readonly<Record<string, string>> = { pictures: "with their pictures", contactSheet: "on one sheet", text: "as text", dropped: "not at all: the model leaves earlier turns out" };

function exemplarNotes(run: RunReport): Block[] {
  const rows = run.rows.filter(({ row, exemplars }) => exemplars !== null && run.mainRows.includes(row));
  if (rows.length === 0) return [];
  return [
    text("Exemplars that show a problem of the data set are left out (same picture, or a question that one problem alone asks)."),
    table(["Method", "Exemplars per problem", "Problems without", "How they reached the model"], rows.map(({ row, exemplars }) => [row, exemplars!.mean.toFixed(2), String(exemplars!.without), Object.entries(exemplars!.deliveries).map(([name, count]) => `${count} ${deliveryWords[name] ?? name}`).join("; ")])),
  ];
}

/** The papers' layout where it fits, then every category with intervals. */
export function categorySection(run: RunReport): Block[] {
  const rows = run.rows.filter(({ row }) => run.mainRows.includes(row));
  const blocks: Block[] = [];
  if (run.paperTable !== null) {
    const { title, columns } = run.paperTable;
    blocks.push(heading(2, title), table(["Method", ...columns.map(({ label }) => label), "ALL"], rows.map((row) => [row.row, ...columns.map(({ category, value }) => percent(row.categories[category]?.[value]?.mean ?? null)), percent(row.ours.mean)])));
  }
  const categories = [...new Set(rows.flatMap((row) => Object.keys(row.categories)))];
  if (categories.length > 0) blocks.push(heading(2, "Accuracy by category"));
  for (const category of categories) {
    const values = [...new Set(rows.flatMap((row) => Object.keys(row.categories[category] ?? {})))];
    blocks.push(heading(3, category), table([category, "Problems", ...rows.map(({ row }) => row)], values.map((value) => {
      const cells = rows.map((row) => row.categories[category]?.[value] ?? { count: 0, mean: null, interval: null });
      return [value, String(Math.max(...cells.map(({ count }) => count))), ...cells.map(withInterval)];
    })));
  }
  return blocks;
}
