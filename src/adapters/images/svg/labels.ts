import type { SvgElement } from "./clean";
import type { XmlElement } from "./xml";

const breaking = new Set(["div", "p", "br", "li", "tr", "h1", "h2", "h3"]);
const silent = new Set(["script", "style", "head", "title", "template", "iframe", "object"]);

/** The visible text of HTML content, one entry for each line. */
function linesOf(element: XmlElement): string[] {
  let text = "";
  const visit = (node: XmlElement | string): void => {
    if (typeof node === "string") text += node.replace(/\s+/g, " ");
    else if (!silent.has(node.name.toLowerCase())) {
      const breaks = breaking.has(node.name.toLowerCase());
      if (breaks) text += "\n";
      node.children.forEach(visit);
      if (breaks && node.name !== "br") text += "\n";
    }
  };
  element.children.forEach(visit);
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
}

/**
 * Flow charts often keep their labels as HTML in a `foreignObject`, which is never drawn here. Their plain text
 * takes its place, centred in the same box, since a figure without its labels would be answered wrongly.
 */
export function labelsOf(element: XmlElement): SvgElement | undefined {
  const number = (name: string): number => {
    const value = Number.parseFloat(element.attributes.find((attribute) => attribute.name === name && attribute.space === "")?.value ?? "");
    return Number.isFinite(value) ? value : 0;
  };
  const lines = linesOf(element).slice(0, 40);
  if (lines.length === 0) return undefined;
  const size = Math.min(14, Math.max(8, number("height") / lines.length / 1.2 || 14));
  const x = String(number("x") + number("width") / 2);
  const first = number("y") + number("height") / 2 - ((lines.length - 1) * size * 1.2) / 2 + size * 0.35;
  return {
    name: "text",
    attributes: new Map([["x", x], ["y", String(first)], ["text-anchor", "middle"], ["font-family", "sans-serif"], ["font-size", String(size)], ["stroke", "none"]]),
    children: lines.map((line, index) => ({ name: "tspan", attributes: new Map([["x", x], ["y", String(first + index * size * 1.2)]]), children: [line] })),
  };
}
