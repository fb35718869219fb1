/** Texts that the official normalisation drops wherever they stand. */
const dropped = ["^{\\circ}", "^\\circ", "\\left", "\\right", "\\text", "\\mbox", "\\%", "$", "°", "units", "km", "m^3", " "];

/** The answer in a reply's box, or the reply, in the form in which the official code compares it. */
export function normaliseOfficial(reply: string): string {
  let text = afterEquals(boxContent(reply.toLowerCase()));
  for (const part of dropped) text = text.replaceAll(part, "");
  text = text.replace(/\\[dt]frac/g, "\\frac");
  // Braces are mended only where there is a root, and an index of a root is taken for its content.
  if (text.includes("\\sqrt")) text = mendFractions(text).replace(/\\sqrt([^{\\])/g, "\\sqrt{$1}");
  text = text.replace(/^(-?\d+)\/(-?\d+)$/, "\\frac{$1}{$2}");
  return text.startsWith(".") && /^\.\d/.test(text) ? `0${text}` : text;
}

/** The same with the defects put right: texts lose their command and braces, braces are mended everywhere, roots keep their index. */
export function normaliseCorrected(reply: string): string {
  let text = boxContent(reply).replace(/\\(?:text|mbox|mathrm|textbf|mathbf)\s*\{([^{}]*)\}/g, "$1").toLowerCase();
  text = afterEquals(text);
  for (const part of dropped.filter((part) => part !== "\\text" && part !== "\\mbox")) text = text.replaceAll(part, "");
  text = mendFractions(text.replace(/\\[dt]frac/g, "\\frac")).replace(/\\sqrt(\d)/g, "\\sqrt{$1}");
  text = text.replace(/^(-?\d+)\/(-?\d+)$/, "\\frac{$1}{$2}").replace(/(?<=[\d}])(?:degrees?|(?:square|cubic)?(?:cm|m|inch(?:es)?|units?))$/, "");
  return (/^\.\d/.test(text) ? `0${text}` : text).replace(/(?<=.)\.$/, "");
}

const mendFractions = (text: string): string => text.replace(/\\frac(\d)(\d|\{[^{}]*\})/g, (_, upper: string, lower: string) => `\\frac{${upper}}${lower.startsWith("{") ? lower : `{${lower}}`}`).replace(/\\frac(\{[^{}]*\})(\d)/g, "\\frac$1{$2}");

const afterEquals = (text: string): string => text.split(/=|\\approx/).at(-1)!;

/** What stands in the last box; the text itself where there is none. */
function boxContent(text: string): string {
  const start = text.lastIndexOf("oxed{");
  if (start < 0) return text;
  let depth = 1;
  for (let at = start + 5; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return text.slice(start + 5, at);
  }
  return text.slice(start + 5);
}
