/** Texts that the official normalisation drops wherever they stand. */
const dropped = [" ", "\n", "\\,", "\\!", "\\text", "\\mbox", "\\left", "\\right", "^{\\circ}", "^\\circ", "{m}^3", "m^3", "{units}", "units", "{km}", "km", "\\$", "$", "\\%"];

/** The answer in a reply's box, or the reply, in the form in which the official code compares it. */
export function normaliseOfficial(reply: string): string {
  let text = afterEquals(greedyBox(reply.toLowerCase().replaceAll("{}", "")));
  for (const part of dropped) text = text.replaceAll(part, "");
  text = text.replace(/[dt]frac/g, "frac").replaceAll("{.", "{0.").replace(/^\./, "0.");
  // Braces are mended only where there is a root, and the index of a root is taken for its content.
  if (text.includes("sqrt")) text = mendFractions(text.replace(/\\sqrt([^{])/g, "\\sqrt{$1}"));
  if (text === "0.5") text = "\\frac{1}{2}";
  text = fractionOf(text);
  return unwrapLetters(text).replace(/\.+$/, "").replace(/^:+/, "").trim();
}

/** `(b)` and `{b}` are the letter b, wherever they stand. */
const unwrapLetters = (text: string): string => text.replace(/\(([a-e])\)/g, "$1").replace(/\{([a-e])\}/g, "$1");

const fractionOf = (text: string): string => text.replace(/^(-?(?:0|[1-9]\d*))\/(-?(?:0|[1-9]\d*))$/, "\\frac{$1}{$2}");

/** The same with the defects put right: texts lose their command and braces, braces are mended everywhere, roots keep their index. */
export function normaliseCorrected(reply: string): string {
  let text = boxContent(reply).replace(/\\(?:text|mbox|mathrm|textbf|mathbf)\s*\{([^{}]*)\}/g, "$1").toLowerCase();
  text = afterEquals(text);
  for (const part of dropped.concat("°").filter((part) => part !== "\\text" && part !== "\\mbox")) text = text.replaceAll(part, "");
  text = mendFractions(text.replace(/\\[dt]frac/g, "\\frac")).replace(/\\sqrt(\d)/g, "\\sqrt{$1}");
  text = fractionOf(text).replace(/(?<=[\d}])(?:degrees?|(?:square|cubic)?(?:cm|m|inch(?:es)?|units?))$/, "");
  return (/^\.\d/.test(text) ? `0${text}` : text).replace(/(?<=.)\.$/, "");
}

const mendFractions = (text: string): string => text.replace(/\\frac(\d)(\d|\{[^{}]*\})/g, (_, upper: string, lower: string) => `\\frac{${upper}}${lower.startsWith("{") ? lower : `{${lower}}`}`).replace(/\\frac(\{[^{}]*\})(\d)/g, "\\frac$1{$2}");

const afterEquals = (text: string): string => text.split(/=|\\approx/).at(-1)!;

/** What stands between the last box's opening and the last brace of all, up to a brace that closes nothing. */
function greedyBox(text: string): string {
  const start = text.lastIndexOf("oxed{");
  const end = text.lastIndexOf("}");
  const content = start < 0 || end < start + 5 ? text : text.slice(start + 5, end);
  const [opening, closing] = [content.indexOf("{"), content.indexOf("}")];
  return closing >= 0 && (opening < 0 || closing < opening) ? content.slice(0, closing) : content;
}

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
