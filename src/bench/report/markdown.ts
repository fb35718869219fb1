import type { Block } from "./blocks";
import { isNumber } from "./numbers";

/** One line in which nothing is taken for markup. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>|~#$]/g, "\\$&");
}

const isNumeric = (rows: readonly (readonly string[])[], column: number): boolean => column > 0 && rows.every((cells) => isNumber(cells[column] ?? ""));

const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(" | ")} |`;

function write(block: Block): string | null {
  switch (block.type) {
    case "heading":
      return `${"#".repeat(block.level)} ${plain(block.text)}`;
    case "text":
      return plain(block.text);
    case "table":
      return [row(block.header), `| ${block.header.map((_, index) => (isNumeric(block.rows, index) ? "---:" : "---")).join(" | ")} |`, ...block.rows.map(row)].join("\n");
    case "plot":
      return null;
  }
}

/** A report in Markdown; plots are left to the page. */
export function toMarkdown(blocks: readonly Block[]): string {
  return `${blocks.map(write).filter((part) => part !== null).join("\n\n")}\n`;
}
