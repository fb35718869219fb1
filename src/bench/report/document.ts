import { heading, table, text, type Block } from "./blocks";
import type { BenchReport, RunReport, RunTimes } from "./model";
import { none, times } from "./numbers";
import { accuracySection, categorySection } from "./sections/accuracy";
import { ablationSection, costSection, curveSection, pairSection } from "./sections/comparison";
import { calibrationSection, disputedSection, evidenceSection } from "./sections/trust";

/** What the report does not rest on. */
function damage({ unreadable: { results, traces } }: RunReport): Block[] {
  const files = [results > 0 ? `${results} of results.jsonl` : "", traces > 0 ? `${traces} of traces.jsonl (the section "Where a gain comes from" rests on the others)` : ""].filter((file) => file !== "");
  if (files.length === 0) return [];
  const all = results + traces;
  return [text(`${all} ${all === 1 ? "record" : "records"} could not be read and ${all === 1 ? "is" : "are"} left out: ${files.join(", ")}.`)];
}

function about(run: RunReport): Block[] {
  const { settings, title, problems, rows } = run;
  const { dataset, limit, seed, preset, model, library, judge } = settings;
  const incomplete = rows.some(({ missing }) => missing > 0);
  return [
    heading(1, `${title}: ${model.name}`),
    table(["Setting", "Value"], [
      ["Data set", `${title}, ${dataset.split}, ${problems} of ${dataset.problems} problems${limit === null || limit >= dataset.problems ? "" : " (drawn with the seed)"}, fingerprint ${dataset.fingerprint}`],
      ["Model", `${model.name} at ${model.place}`],
      ["Judge", judge ?? "none"],
      ["Exemplars from", library ?? "none"],
      ["Preset", preset],
      ["Seed", String(seed)],
    ]),
    ...(incomplete ? [text("This run is not finished.")] : []),
    ...damage(run),
  ];
}

/** The heading of the only part that depends on the clock; it is the last part of a report. */
const timesHeading = "Times";

function timeSection(run: RunReport, { rows }: RunTimes): Block[] {
  return [
    heading(3, `${run.title}: ${run.settings.model.name}`),
    table(["Method", "Model seconds", "/ qa"], rows.map(({ row, modelSeconds, ratioToQa }) => [row, modelSeconds?.toFixed(2) ?? none, times(ratioToQa)])),
  ];
}

/** A report in the order in which it is read. */
export function documentOf({ runs, times: clock }: BenchReport): Block[] {
  return [
    ...runs.flatMap((run) => [
      ...about(run), ...accuracySection(run), ...categorySection(run), ...pairSection(run), ...costSection(run), ...curveSection(run),
      ...ablationSection(run), ...calibrationSection(run), ...evidenceSection(run), ...disputedSection(run),
    ]),
    heading(2, timesHeading),
    text("Per problem: the time that the model took for each reply when it was asked for, summed; requests that ran at the same time count in full."),
    ...runs.flatMap((run, index) => timeSection(run, clock[index]!)),
  ];
}
