import type { Exemplar, PreparedImage } from "../ports";
import { questionInFigure } from "../prompts";

/** What exemplars are chosen for. */
export interface ExemplarProblem {
  readonly question: string;
  /** Options without letters; empty when open. */
  readonly choices: readonly string[];
  readonly image: PreparedImage;
}

/** An empty question and the sentence that stands for it in a prompt are one. */
const normalised = (text: string): string => (text.trim() === "" ? questionInFigure : text).normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/** Whether an exemplar is the problem itself: same picture and, white space and case aside, same question. */
export function isProblemItself(exemplar: Exemplar, problem: ExemplarProblem): boolean {
  return exemplar.image.sha256 === problem.image.sha256 && normalised(exemplar.question) === normalised(problem.question);
}
