import * as vscode from "vscode";
import type { NewExemplar } from "../../../core/ports";
import { figureFromUri } from "../../figures";
import { figureExtensions } from "../../ids";
import type { LibraryContext } from "./context";
import { keepExemplar } from "./keep";

const emptyExemplar: NewExemplar = { question: "", choices: [], answer: "", subject: "", tags: [], source: "", licence: "", candidates: [], context: null, passRate: null };

/** What a person is asked about a worked problem; undefined: called off. */
async function askForProblem(given: { readonly question: string; readonly answer: string; readonly subject: string }): Promise<{ readonly question: string; readonly answer: string; readonly subject: string } | undefined> {
  const title = vscode.l10n.t("Add Exemplar");
  const ask = (step: number, prompt: string, value: string, needed: boolean): Thenable<string | undefined> =>
    vscode.window.showInputBox({ title: `${title} (${step}/3)`, prompt, value, ignoreFocusOut: true, validateInput: (text) => (needed && text.trim() === "" ? vscode.l10n.t("An exemplar needs an answer.") : undefined) });
  const question = await ask(1, vscode.l10n.t("The question; empty if it stands in the figure"), given.question, false);
  if (question === undefined) return undefined;
  const answer = await ask(2, vscode.l10n.t("The right answer"), given.answer, true);
  if (answer === undefined) return undefined;
  const subject = await ask(3, vscode.l10n.t("The subject, to find it by; may be empty"), given.subject, false);
  return subject === undefined ? undefined : { question: question.trim(), answer: answer.trim(), subject: subject.trim() };
}

/** Adds a worked problem by hand: a picture, its question and its answer. */
export async function addExemplar(context: LibraryContext): Promise<void> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false, title: vscode.l10n.t("Figure of the Exemplar"), openLabel: vscode.l10n.t("Choose"), filters: { [vscode.l10n.t("Figures")]: figureExtensions } })) ?? [];
  if (uri === undefined) return;
  const { image } = await figureFromUri(uri);
  const problem = await askForProblem({ question: "", answer: "", subject: "" });
  if (problem !== undefined) await keepExemplar(context, { ...emptyExemplar, ...problem }, image);
}
