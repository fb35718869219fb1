import * as vscode from "vscode";
import type { Exemplar } from "../../core/ports";
import { rateText } from "./model";

const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** An exemplar as a person reads it, its contexts with their rates included. */
export function exemplarText({ question, choices, answer, subject, tags, source, licence, context, passRate, candidates }: Exemplar): string {
  const rate = (value: number | null): string => (value === null ? vscode.l10n.t("not verified") : vscode.l10n.t("pass rate {0}", rateText(value)));
  const facts = [[vscode.l10n.t("Subject"), subject], [vscode.l10n.t("Tags"), tags.join(", ")], [vscode.l10n.t("Source"), source], [vscode.l10n.t("Licence"), licence]].filter(([, value]) => value !== "");
  const others = candidates.filter(({ text }) => text !== context);
  return [
    question === "" ? vscode.l10n.t("Question in the figure") : question,
    ...choices.map((choice, index) => `(${letterOf(index)}) ${choice}`),
    "", vscode.l10n.t("Answer: {0}", answer),
    ...facts.map(([name, value]) => `${name!}: ${value!}`),
    "", context === null ? vscode.l10n.t("No reasoning context is in use.") : vscode.l10n.t("Reasoning context in use, {0}:", rate(passRate)),
    ...(context === null ? [] : ["", context]),
    ...others.flatMap((candidate) => ["", vscode.l10n.t("Another candidate, {0}:", rate(candidate.passRate)), "", candidate.text]),
    "",
  ].join("\n");
}
