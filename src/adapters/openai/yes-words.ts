export type YesOrNo = "yes" | "no";

/** Marks that tokenizers show for a leading space or newline when pieces are not decoded. */
const marks = /[\u0120\u2581\u010a\u0109]/g;

/** Which word a single token spells, whatever its case, spaces, tokenizer marks and punctuation; else undefined. */
export function spells(token: string): YesOrNo | undefined {
  const word = token.replace(marks, " ").trim().replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}\s]+$/gu, "").toLowerCase();
  return word === "yes" || word === "no" ? word : undefined;
}

/** What a reply to a Yes/No question says: its first word, else the only one of the two words that occurs. */
export function readYesOrNo(reply: string): YesOrNo | undefined {
  const first = /^[\s\p{P}\p{S}]*(?:answer\s*[:：]\s*[\p{P}\p{S}]*)?(yes|no)(?![\p{L}\p{N}])/iu.exec(reply)?.[1];
  if (first !== undefined) return first.toLowerCase() as YesOrNo;
  const found = new Set([...reply.matchAll(/(?<![\p{L}\p{N}])(yes|no)(?![\p{L}\p{N}])/giu)].map(([word]) => word.toLowerCase()));
  return found.size === 1 ? (([...found][0] as YesOrNo)) : undefined;
}
