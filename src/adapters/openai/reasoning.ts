const names = "think|thinking|thought|reasoning";
const paired = new RegExp(`<(${names})>[\\s\\S]*?</\\1>|\\[THINK\\][\\s\\S]*?\\[/THINK\\]`, "gi");
const closing = new RegExp(`^[\\s\\S]*(?:</(?:${names})>|\\[/THINK\\])`, "i");
const opening = new RegExp(`(?:<(?:${names})>|\\[THINK\\])[\\s\\S]*$`, "i");
/** The channel form: everything before the last final channel is thought. */
const finalChannel = /^[\s\S]*<\|channel\|>final<\|message\|>/;
const otherChannel = /<\|channel\|>(?:analysis|commentary|thought)[\s\S]*$/;

/**
 * Splits a model's thought off its reply: whole blocks, a block of which only the end was delivered
 * (chat templates open it in the prompt), and one that was cut before its end.
 */
export function splitThought(reply: string): { readonly text: string; readonly hadThought: boolean } {
  const text = reply.replace(paired, "").replace(closing, "").replace(opening, "").replace(finalChannel, "").replace(otherChannel, "").replace(/<\|(?:return|end)\|>\s*$/, "");
  return text === reply ? { text, hadThought: false } : { text: text.trimStart(), hadThought: true };
}

/** True for a first token that opens a thought. */
export function opensThought(token: string): boolean {
  return new RegExp(`^\\s*(?:<\\/?(?:${names})\\b|\\[THINK|<\\|channel)`, "i").test(token);
}
