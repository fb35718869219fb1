/** Each may begin with a capital; the order is the official one. */
const flags = [/[Tt]he final answer is/, /[Tt]he answer is/, /[Tt]he correct answer is/, /[Tt]he answer should be/];

/** What the official rules leave of a reply before it is normalised, and the name of the rule that cut it. */
export function extractOfficial(reply: string): { readonly text: string; readonly rule: string } {
  const lettered = letterIn(reply);
  let text = lettered ?? reply;
  let rule = lettered === null ? "whole" : "letter";
  const tail = text.split("is ").at(-1)!.replace(/\.+$/, "").trim();
  if (text.includes("is ") && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(tail)) [text, rule] = [tail, "numberAfterIs"];
  if (text.includes("oxed{")) return { text, rule: "box" };
  for (const flag of flags) {
    const parts = text.split(flag);
    if (parts.length === 1) continue;
    text = parts.at(-1)!.trim().split("\n")[0]!.split(". ")[0]!;
    rule = "statement";
  }
  return { text, rule };
}

/** A reply that ends in ` X.` or ` (X).`, or begins with a letter on a line of its own. */
function letterIn(reply: string): string | null {
  return / (?:([A-E])|\(([A-E])\))\.$/.exec(reply)?.slice(1).find((letter) => letter !== undefined) ?? /^(?:\(([A-E])\)(?: \1)?|([A-E]))\n/.exec(reply)?.slice(1).find((letter) => letter !== undefined) ?? null;
}
