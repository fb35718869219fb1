import type { Exemplar, Message, PreparedImage } from "../ports";
import { answerSentence, directText, questionInFigure, questionLines, type ExemplarTurns } from "../prompts";
import { statedAnswer } from "./stated";

/**
 * The chosen exemplars as user/assistant turns before the problem, in their order (RCTS, method "Use"): the user's
 * turn has the shape of a problem, the assistant's is the reasoning context with its final answer. An exemplar without
 * a context is asked and answered directly. The same exemplars give the same bytes, and both step generation and
 * reward calls carry them, so that a server reads the common prefix once.
 *
 * @param images pictures by their SHA-256; an exemplar whose picture is missing has a turn of text alone
 */
export function exemplarTurns(exemplars: readonly Exemplar[], images: ReadonlyMap<string, PreparedImage>, { contexts }: { readonly contexts: boolean }): ExemplarTurns {
  return exemplars.flatMap((exemplar): Message[] => {
    const image = images.get(exemplar.image.sha256);
    const question = exemplar.question.trim() === "" ? questionInFigure : exemplar.question.trim();
    const context = contexts ? (exemplar.context?.trim() ?? "") : "";
    const text = context === "" ? directText(question, exemplar.choices) : questionLines(question, exemplar.choices);
    return [
      { role: "user", parts: [...(image === undefined ? [] : [{ type: "image" as const, image }]), { type: "text", text }] },
      { role: "assistant", parts: [{ type: "text", text: context === "" ? answerSentence(statedAnswer(exemplar)) : context }] },
    ];
  });
}
