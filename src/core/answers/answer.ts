import { extractAnswer } from "./extract";
import type { Form } from "./form";
import { readForm, trimmed } from "./read/read";
import { plainAnswer } from "./text/plain";

/** Beyond this an answer is not read for its meaning; equal texts are still equal. */
const MAX_LENGTH = 6000;

/** An answer with what was understood of it; read once and compared often. */
export interface ReadAnswer {
  /** The final answer in plain characters and plain math, without emphasis and full stop. */
  readonly plain: string;
  readonly form: Form;
}

/** Reads an answer, or the last answer that a longer reply states. Never throws. */
export function readAnswer(source: string): ReadAnswer {
  const stated = extractAnswer(source);
  const text = stated ?? source;
  if (text.length > MAX_LENGTH) {
    const plain = text.replace(/\s+/g, " ").trim();
    return { plain, form: { kind: "text", text: plain.toLowerCase() } };
  }
  const plain = plainAnswer(text);
  return { plain: trimmed(plain), form: readForm(plain) };
}
