import { environment } from "./environment";

/** Commands that leave nothing, commands that only mark up their argument, and commands with a plain sign. */
const silent = new Set("left right big Big bigg Bigg bigl bigr Bigl Bigr displaystyle textstyle limits nolimits rm bf it mathrm mathbf mathit mathsf mathcal text textbf textit textrm texttt mbox operatorname boldsymbol emph underline overline bar vec hat overrightarrow overleftrightarrow widehat boxed fbox color hspace hfill quad qquad".split(" "));
const signs: Readonly<Record<string, string>> = {
  times: "×", cdot: "*", ast: "*", div: "/", pm: "±", mp: "∓", le: "≤", leq: "≤", leqslant: "≤", ge: "≥", geq: "≥", geqslant: "≥", ne: "≠", neq: "≠", lt: "<", gt: ">",
  infty: "∞", cup: "∪", cap: "∩", in: "∈", emptyset: "∅", varnothing: "∅", approx: "≈", sim: "~", degree: "°", circ: "°", angle: "∠", measuredangle: "∠", triangle: "△", perp: "⊥", parallel: "∥",
  to: "→", rightarrow: "→", longrightarrow: "→", Rightarrow: "⇒", implies: "⇒", ldots: "...", dots: "...", cdots: "...", prime: "'", mid: "|", vert: "|", lvert: "|", rvert: "|", langle: "(", rangle: ")", lbrace: "{", rbrace: "}", colon: ":", setminus: "∖", lor: " or ", vee: " or ", land: " and ", wedge: " and ", And: " and ", square: "□", Box: "□", cong: "≅", backslash: "\\", euro: "€", pounds: "£", yen: "¥", ohm: "Ω", micro: "μ", percent: "%", textdegree: "°", lbrack: "[", rbrack: "]", newline: "\n",
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", vartheta: "θ", iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "φ", varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω",
};
const MAX_DEPTH = 40;

interface Part {
  readonly text: string;
  readonly end: number;
}

/** Puts back what a string escape has eaten ("\f" of \frac became a form feed). */
export const mendEscapes = (text: string): string => text.replace(/\frac(?=[\d{])/g, "\\frac").replace(/\times(?![a-z])/g, "\\times").replace(/\text(?=\{)/g, "\\text").replace(/[\b]oxed(?=\{)/g, "\\boxed").replace(/\right(?=[)\]|}])/g, "\\right");

/**
 * Turns LaTeX into plain math text: \frac12 into (1/2), 2\frac{1}{2} into 2 1/2, \sqrt[3]{8} into
 * root(3,8), \text{13} into 13, \{1\} into {1}, matrices into ⟦1,2;3,4⟧. Text without LaTeX stays
 * as it is. Never fails: what it does not know keeps its name.
 */
export function plainMath(text: string): string {
  if (!/[\\${}^~]/.test(text)) return text;
  const prepared = text
    .replace(/(\d*)\.(\d*)\\(?:overline|dot|bar)\s*\{?(\d{1,30})\}?/g, (_all, whole: string, fixed: string, cycle: string) => repeating(whole, fixed, cycle))
    .replace(/(\d)\{,\}(?=\d)/g, "$1,")
    .replace(/(\d)\\[,;:! ](?=\d{3}(?!\d))/g, "$1,");
  return convert(dropDelimiters(prepared), 0);
}

/** The fraction behind a repeating decimal: 0.1(6) is 15/90. */
export function repeating(whole: string, fixed: string, cycle: string): string {
  const top = BigInt(`${whole}${fixed}${cycle}`) - BigInt(`${whole}${fixed}` || "0");
  return `(${top}/${"9".repeat(cycle.length)}${"0".repeat(fixed.length)})`;
}

/** Drops $...$, \(...\) and \[...\]; a lone $ before a number stays a currency sign. */
function dropDelimiters(text: string): string {
  const open = text.replace(/\\[()[\]]/g, " ").replaceAll("$$", " ");
  const marks = open.replaceAll("\\$", "").split("$").length - 1;
  if (marks === 0) return open;
  let seen = 0;
  return open.replace(/\\?\$/g, (mark, at: number) => {
    if (mark !== "$") return mark;
    seen += 1;
    if (seen === marks && marks % 2 === 1) return "$";
    // Two prices ("$5 and $6") are no formula: a formula's closing sign is not followed by a digit.
    const price = /^\$\s?\d/.test(open.slice(at, at + 3)) && /\$\s?\d[\d.,]*(?:\s|$)[^$]*\$\d/.test(open.slice(Math.max(0, at - 60), at + 60));
    return price ? "$" : " ";
  });
}

function convert(text: string, depth: number): string {
  if (depth > MAX_DEPTH) return text.replace(/[\\{}]/g, " ");
  const out: string[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text[position]!;
    if (character === "\\") position = command(text, position, depth, out);
    else if (character === "{") {
      const group = braces(text, position);
      out.push(grouped(group.text, text.length === group.end && position === 0, out, depth));
      position = group.end;
    } else if (character === "}") position += 1;
    else {
      out.push(character === "~" && (depth > 0 || position > 0 || text.includes("\\")) ? " " : character);
      position += 1;
    }
  }
  return out.join("");
}

/** A brace group that no command takes: exponents and factors in brackets, lists as sets, words as they are. */
function grouped(content: string, whole: boolean, out: readonly string[], depth: number): string {
  const inner = convert(content, depth + 1);
  const last = out.at(-1)?.trimEnd() ?? "";
  if (last.endsWith("^") || last.endsWith("_")) return /^°'*$/.test(inner.trim()) ? inner.trim() : `(${inner})`;
  if (whole || inner.trim() === "" || /[,;=<>|]/.test(inner)) return `{${inner}}`;
  return /^[\p{L}\s]*$/u.test(inner) ? ` ${inner} ` : `(${inner})`;
}

/** Handles the command at `position`; answers where the text goes on. */
function command(text: string, position: number, depth: number, out: string[]): number {
  const next = text[position + 1] ?? "";
  if (!/[a-zA-Z]/.test(next)) {
    if (next === "{" || next === "}" || next === "%" || next === "$" || next === "_" || next === "#") out.push(next);
    else if (next === "&") out.push(" and ");
    else if (next === "|") out.push("|");
    else out.push(" ");
    return position + 2;
  }
  const name = /^[a-zA-Z]+/.exec(text.slice(position + 1, position + 40))![0];
  const after = position + 1 + name.length;
  if (/^[dtc]?frac$/.test(name)) return fractionAt(text, after, depth, out);
  if (/^[dt]?binom$/.test(name)) {
    const top = argument(text, after);
    const bottom = argument(text, top.end);
    out.push(`binom(${convert(top.text, depth + 1)},${convert(bottom.text, depth + 1)})`);
    return bottom.end;
  }
  if (name === "mathbb") {
    const letter = argument(text, after);
    out.push(letter.text.trim() === "R" ? "Reals" : letter.text);
    return letter.end;
  }
  if (name === "sqrt") return rootAt(text, after, depth, out);
  if (name === "begin") return matrixAt(text, after, depth, out);
  if (name === "circ" || name === "degree") {
    if (out.at(-1)?.trim() === "^") out.pop();
    out.push("°");
    return after;
  }
  if (Object.hasOwn(signs, name)) {
    out.push(signs[name]!);
    return after;
  }
  if (silent.has(name)) return markedUp(text, name, after, depth, out);
  out.push(/[\p{L}\d]$/u.test(out.at(-1) ?? "") ? ` ${name}` : name);
  return after;
}

function markedUp(text: string, name: string, after: number, depth: number, out: string[]): number {
  if (name.includes("quad") || name === "hfill") out.push(" ");
  if (name === "color" || name === "hspace") return argument(text, after).end;
  const open = text.slice(after).search(/\S/);
  if (open < 0 || text[after + open] !== "{" || name === "left" || name === "right") return text[after] === "." && (name === "left" || name === "right") ? after + 1 : after;
  const group = braces(text, after + open);
  out.push(convert(group.text, depth + 1));
  return group.end;
}

function fractionAt(text: string, after: number, depth: number, out: string[]): number {
  const top = argument(text, after);
  const bottom = argument(text, top.end);
  const [above, below] = [convert(top.text, depth + 1).trim(), convert(bottom.text, depth + 1).trim()];
  const plain = /^\d{1,15}$/.test(above) && /^\d{1,15}$/.test(below);
  const mixed = plain && /(^|[^\d^/_*.)])\d+\s*$/.test(out.join("").slice(-40)) && BigInt(above) < BigInt(below);
  out.push(mixed ? ` ${above}/${below} ` : plain ? `(${above}/${below})` : `((${above})/(${below}))`);
  return bottom.end;
}

function rootAt(text: string, after: number, depth: number, out: string[]): number {
  const degree = /^\s*\[([^\]]{1,40})\]/.exec(text.slice(after, after + 50));
  const under = argument(text, after + (degree?.[0].length ?? 0));
  const inner = convert(under.text, depth + 1);
  out.push(degree === null ? `√(${inner})` : ` root(${convert(degree[1]!, depth + 1)},${inner})`);
  return under.end;
}

function matrixAt(text: string, after: number, depth: number, out: string[]): number {
  const found = environment(text, after);
  if (found === undefined) return after;
  if (found.matrix) out.push(`⟦${found.rows.map((row) => row.map((cell) => convert(cell, depth + 1).trim()).join("‚")).join("‖")}⟧`);
  else out.push(found.rows.map((row) => row.map((cell) => convert(cell, depth + 1)).join(" ")).join(", "));
  return found.end;
}

/** A command's argument: a brace group, a command, or one character (\frac12). */
function argument(text: string, from: number): Part {
  let start = from;
  while (text[start] === " ") start += 1;
  if (text[start] === "{") return braces(text, start);
  if (text[start] !== "\\") return { text: text[start] ?? "", end: Math.min(text.length, start + 1) };
  const name = /^\\(?:[a-zA-Z]+|.)/.exec(text.slice(start, start + 40))?.[0] ?? "\\";
  const group = text[start + name.length] === "{" ? braces(text, start + name.length) : undefined;
  return group === undefined ? { text: name, end: start + name.length } : { text: text.slice(start, group.end), end: group.end };
}

/** The content of the brace group that opens at `open`; an unclosed one runs to the end. */
export function braces(text: string, open: number): Part & { readonly closed: boolean } {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return { text: text.slice(open + 1, index), end: index + 1, closed: true };
    }
  }
  return { text: text.slice(open + 1), end: text.length, closed: false };
}
