import * as vscode from "vscode";
import type { ImportPlan, ImportProblem, ImportProgress, ReasonCount } from "../../../adapters/transfer";

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 400);

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

function reasonLines(reasons: readonly ReasonCount[]): string[] {
  return reasons.map(({ reason, count }) => `  ${count} × ${reason}`);
}

const problemLine = ({ file, record, line, reason, detail }: ImportProblem): string =>
  `  ${file}, ${line === null ? vscode.l10n.t("record {0}", record) : vscode.l10n.t("record {0}, line {1}", record, line)}: ${reason}${detail === "" ? "" : ` (${oneLine(detail)})`}`;

/** What an import would do, before anything is written. */
export function planLines({ place, formatName, records, mapping, samples, reasons, problems, notices, fields, licence }: ImportPlan): string[] {
  const rows = Object.entries(mapping).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return [
    vscode.l10n.t("{0}: {1} records in {2}", formatName, records, place), ...notices, ...(licence === null || licence === "" ? [] : [vscode.l10n.t("Licence: {0}", licence)]),
    "", vscode.l10n.t("Nothing has been written yet."),
    ...(rows.length === 0 ? [] : ["", vscode.l10n.t("What is read from which field:"), ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${listed(value)}`)]),
    ...(fields.length === 0 ? [] : ["", vscode.l10n.t("Fields of the records: {0}", fields.join(", "))]),
    ...samples.flatMap(({ exemplar, picture }, index) => [
      "", vscode.l10n.t("Exemplar {0} as it would come out:", index + 1), `  ${vscode.l10n.t("Picture")}: ${picture}`, `  ${vscode.l10n.t("Question")}: ${oneLine(exemplar.question)}`,
      ...exemplar.choices.map((choice, place) => `    (${String.fromCharCode(65 + place)}) ${oneLine(choice)}`),
      `  ${vscode.l10n.t("Answer: {0}", oneLine(exemplar.answer))}`, ...(exemplar.subject === "" ? [] : [`  ${vscode.l10n.t("Subject")}: ${exemplar.subject}`]),
      ...(exemplar.context === null ? [] : [`  ${vscode.l10n.t("Reasoning context")}:`, ...exemplar.context.split("\n").map((line) => `    ${line}`)]),
    ]),
    ...(reasons.length === 0 ? [] : ["", vscode.l10n.t("Records that cannot be taken, among those looked at:"), ...reasonLines(reasons), ...problems.slice(0, 20).map(problemLine)]),
  ];
}

/** What an import did, with every bad record that was noted. */
export function resultLines({ added, merged, skipped, problems, reasons }: ImportProgress): string[] {
  return [
    vscode.l10n.t("Exemplars added: {0}, there already: {1}, records skipped: {2}", added, merged, skipped),
    ...(reasons.length === 0 ? [] : ["", vscode.l10n.t("Why records were skipped:"), ...reasonLines(reasons)]),
    ...(problems.length === 0 ? [] : ["", problems.length < skipped ? vscode.l10n.t("The first {0} of them:", problems.length) : vscode.l10n.t("One by one:"), ...problems.map(problemLine)]),
  ];
}
