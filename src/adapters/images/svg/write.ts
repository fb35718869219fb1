import type { SvgElement } from "./clean";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!);

function write(element: SvgElement, into: string[]): void {
  into.push("<", element.name);
  for (const [name, value] of element.attributes) into.push(" ", name, '="', escape(value), '"');
  if (element.children.length === 0) {
    into.push("/>");
    return;
  }
  into.push(">");
  for (const child of element.children) {
    if (typeof child === "string") into.push(escape(child));
    else write(child, into);
  }
  into.push("</", element.name, ">");
}

/** The canonical text of a cleaned drawing: one namespace, no document type, no entities but the five of XML. */
export function writeSvg(root: SvgElement): string {
  const parts: string[] = [];
  write({ ...root, attributes: new Map([["xmlns", "http://www.w3.org/2000/svg"], ...root.attributes]) }, parts);
  return parts.join("");
}
