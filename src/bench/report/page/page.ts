import { createHash } from "node:crypto";
import type { Block, PlotData } from "../blocks";
import { isNumber } from "../numbers";
import { drawPlot, legendOf } from "./plots";

const style = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1c2024; --quiet: #5b636b; --line: #d5dadf; --one: #0b62b0; --two: #b3461b; --three: #1c7c4a; --four: #7b3fa0; --five: #8a6d00; --six: #a3225c; }
@media (prefers-color-scheme: dark) { :root { --ground: #16191d; --ink: #e6e9ec; --quiet: #a2abb4; --line: #3a4148; --one: #6cb2f5; --two: #f2935f; --three: #67c98f; --four: #c99ae6; --five: #dcb83f; --six: #f083b4; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 2rem 0 .5rem; } h2 { font-size: 1.25rem; margin: 2.2rem 0 .4rem; } h3 { font-size: 1.05rem; margin: 1.4rem 0 .3rem; }
p { max-width: 75ch; color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th:first-child, .words { text-align: left; }
tbody th { font-weight: 500; overflow-wrap: anywhere; min-width: 8ch; }
td.words { max-width: 42ch; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 0 1rem; } figure { margin: 1rem 0; } figcaption { color: var(--quiet); font-size: .9rem; }
ul.legend { list-style: none; padding: 0; margin: .3rem 0; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .9rem; }
.c1 { color: var(--one); } .c2 { color: var(--two); } .c3 { color: var(--three); } .c4 { color: var(--four); } .c5 { color: var(--five); } .c6 { color: var(--six); }
svg.plot { display: block; height: auto; max-width: 100%; font-size: 12px; }
svg.plot text { white-space: pre; }
`;

const signs: Readonly<Record<string, string>> = { circle: "\u25cf", square: "\u25a0", triangle: "\u25b2", diamond: "\u25c6", star: "\u2605", cross: "\u271a" };

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)!};`);

function writeTable({ header, rows }: Extract<Block, { type: "table" }>): string {
  // A column of words stays one where a cell of it happens to be a number.
  const words = header.map((_, column) => rows.some((cells) => !isNumber(cells[column] ?? "")));
  const classOf = (column: number): string => (words[column] === true ? ' class="words"' : "");
  const cell = (text: string, column: number): string => (column === 0 ? `<th scope="row">${escape(text)}</th>` : `<td${classOf(column)}>${escape(text)}</td>`);
  const head = header.map((name, column) => `<th scope="col"${classOf(column)}>${escape(name)}</th>`).join("");
  return `<div class="wide" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map(cell).join("")}</tr>`).join("\n")}</tbody></table></div>`;
}

function figure(plot: PlotData): string {
  const svg = drawPlot(plot);
  if (svg === null) return "";
  const legend = legendOf(plot).map(({ label, place, symbol }) => `<li><span class="c${place}" aria-hidden="true">${signs[symbol]!}</span> ${escape(label)}</li>`);
  return `<figure>${svg}${legend.length === 0 ? "" : `<ul class="legend">${legend.join("")}</ul>`}<figcaption>${escape(plot.caption)}</figcaption></figure>`;
}

function write(block: Block): string {
  switch (block.type) {
    case "heading":
      return `<h${block.level}>${escape(block.text)}</h${block.level}>`;
    case "text":
      return `<p>${escape(block.text)}</p>`;
    case "table":
      return writeTable(block);
    case "plot":
      return figure(block.plot);
  }
}

/** Plots that follow each other share rows as far as there is room. */
function writeAll(blocks: readonly Block[]): string {
  const parts: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const isPlot = (at: number): boolean => blocks[at]?.type === "plot";
    if (isPlot(index) && !isPlot(index - 1)) parts.push('<div class="figures">');
    parts.push(write(block));
    if (isPlot(index) && !isPlot(index + 1)) parts.push("</div>");
  }
  return parts.join("\n");
}

/** A report as one page that needs nothing else: no scripts, no network, one style that its policy names by hash. */
export function toPage(title: string, blocks: readonly Block[]): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${writeAll(blocks)}
</main>
</body>
</html>
`;
}
