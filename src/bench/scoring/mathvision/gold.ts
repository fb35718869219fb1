/** A reference without the wrapping that some records have: `$`, a box, degree marks, units in braces, a broken `\frac`. */
export function cleanGold(answer: string): string {
  const text = answer
    .replace(/\f(?=rac)/g, "\\f")
    .replaceAll("$", "")
    .replace(/\^\s*(?:\{\s*\\circ\s*\}|\\circ)|°/g, "")
    .replace(/(?<=[\d}])\s*\{\s*[a-z ]+\}\s*$/i, "")
    .trim();
  return (/^\\boxed\{(.*)\}$/.exec(text)?.[1] ?? text).trim();
}

/** The index of the option that a reference letter names; -1 for anything else. */
export const optionOf = (gold: string): number => (/^[A-E]$/.test(gold.trim()) ? gold.trim().charCodeAt(0) - 65 : -1);
