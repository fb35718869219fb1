const flags = ["final answer is", "answer is", "correct answer is", "answer should be", "final answer should be", "correct answer should be"].map((flag) => `the ${flag}`);

/** What the official rules leave of a reply before it is normalised, and the name of the rule that cut it. */
export function extractOfficial(reply: string): { readonly text: string; readonly rule: string } {
  const lettered = letterIn(reply);
  let text = lettered ?? reply;
  let rule = lettered === null ? "whole" : "letter";
  const tail = text.split("is ").at(-1)!.trim().replace(/\.+$/, "");
  if (text.includes("is ") && /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(tail)) [text, rule] = [tail, "numberAfterIs"];
  if (text.includes("oxed{")) return { text, rule: "box" };
  for (const flag of flags) {
    const at = text.toLowerCase().lastIndexOf(flag);
    if (at < 0) continue;
    text = text.slice(at + flag.length).trim().split("\n")[0]!.split(". ")[0]!;
    rule = "statement";
  }
  const cut = text.trim().replace(/\.+$/, "").replace(/^:+/, "").trim();
  return { text: cut.replace(/^[({]([a-e])[)}]$/i, "$1"), rule };
}

/** A reply that ends in ` X.` or ` (X).`, or begins with a letter on a line of its own. */
function letterIn(reply: string): string | null {
  return /\s\(?([A-E])\)?\.$/.exec(reply)?.[1] ?? /^\(?([A-E])\)?\n/.exec(reply)?.[1] ?? null;
}
