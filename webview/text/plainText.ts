import { mathAt } from "./mathAt";

const commands: Readonly<Record<string, string>> = { times: "×", cdot: "·", div: "÷", pi: "π", circ: "°", degree: "°", angle: "∠", triangle: "△", le: "≤", leq: "≤", ge: "≥", geq: "≥", ne: "≠", neq: "≠", approx: "≈", alpha: "α", beta: "β", theta: "θ", pm: "±", infty: "∞" };

function plainTex(tex: string): string {
  return tex
    .replace(/\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g, "$1/$2")
    .replace(/\\sqrt\{([^{}]*)\}/g, "√($1)")
    .replace(/\\(?:text|mathrm|mathbf|boxed)\{([^{}]*)\}/g, "$1")
    .replace(/\^\{?\\circ\}?/g, "°")
    .replace(/\\([a-zA-Z]+)\s?/g, (_, name: string) => commands[name] ?? name)
    .replace(/[{}]/g, "")
    .replace(/\\(.)/g, "$1");
}

/** One line without markup, for labels where nothing can be laid out: drawn nodes and names for screen readers. */
export function plainText(text: string): string {
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const span = mathAt(text, at);
    if (span === undefined) {
      out += text[at]!;
      continue;
    }
    out += plainTex(span.tex);
    at += span.length - 1;
  }
  return out.replace(/\*\*|__|`/g, "").replace(/\s+/g, " ").trim();
}

/** Wide characters (CJK, full width) count double. */
const widthOf = (character: string): number => (/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/.test(character) ? 2 : 1);

/** Cuts a label to about `columns` narrow characters, with an ellipsis where something is missing. */
export function fitText(text: string, columns: number): string {
  let used = 0;
  let out = "";
  for (const character of text) {
    used += widthOf(character);
    if (used > columns) return `${out.slice(0, -1).trimEnd()}…`;
    out += character;
  }
  return out;
}
