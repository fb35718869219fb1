import type { Message, PreparedImage } from "../ports";

/** Asks for a whole explanation that leads to a known answer (RCTS 3.1). */
const contextInstruction = [
  "You are an expert at reading figures and diagrams and at explaining how problems about them are solved.",
  "You are given a figure, a question and its correct answer. Write the solution that leads to this answer, so that a student who does not know the answer can find it in the same way.",
  'Write it in steps; a step is one sub-question and its answer. Each step is two lines: "Sub-question N:" with the sub-question, then "Answer N:" with a brief answer. Do one thing in a step: read values off the figure, or do one calculation and show it as an equation.',
  "Every value must be read off the figure or follow from earlier steps. Never argue from the given answer, and do not mention that it was given.",
  'Begin the last sub-question with "Now we can answer the question:", restate what is asked, and end its answer with "The answer is X." where X is the correct answer. Continue the text exactly where it stops, and stop after this sentence.',
].join("\n");

/**
 * A request for reasoning contexts. Only the system message differs from that of a solve: it holds the answer, and
 * the user turn keeps its one shape.
 * @param answer the bare result; with options its letter and text
 */
export function buildContextMessages(image: PreparedImage, text: string, answer: string): Message[] {
  return [
    { role: "system", parts: [{ type: "text", text: `${contextInstruction}\n\nThe correct answer is: ${answer}` }] },
    { role: "user", parts: [{ type: "image", image }, { type: "text", text }] },
  ];
}
