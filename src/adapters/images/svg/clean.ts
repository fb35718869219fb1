import { sniff } from "../sniff";
import { cleanCss } from "./css";
import { labelsOf } from "./labels";
import type { XmlDocument, XmlElement } from "./xml";

/** An SVG element that is safe to draw: allowed name, attributes without references to anything outside. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (SvgElement | string)[];
}

export interface CleanSvg {
  readonly root: SvgElement;
  /** Pictures inside the drawing (data URLs of raster types), still to be checked. */
  readonly embedded: readonly Uint8Array[];
  /** True if scripts, references, foreign content or other active parts were taken out. */
  readonly removed: boolean;
}

const svgSpace = "http://www.w3.org/2000/svg";
const xlinkSpace = "http://www.w3.org/1999/xlink";
const xmlSpace = "http://www.w3.org/XML/1998/namespace";

const allowed = new Set([
  "svg", "g", "defs", "symbol", "use", "switch", "a", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
  "text", "tspan", "textPath", "tref", "image", "style", "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker",
  "filter", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feDropShadow", "feFlood", "feFuncA", "feFuncB", "feFuncG",
  "feFuncR", "feGaussianBlur", "feMerge", "feMergeNode", "feOffset",
]);

/** Left out without a word: they draw nothing. */
const descriptive = new Set(["title", "desc", "metadata", "view"]);

const rasterUrl = /^data:image\/(?:png|jpe?g|gif|webp);base64,([\s\w+/=-]+)$/i;

/** Reduces a document to the elements and attributes that draw, by an allow list. */
export function cleanSvg(document: XmlDocument): CleanSvg | undefined {
  let removed = document.removed;
  const embedded: Uint8Array[] = [];

  const link = (element: string, value: string): string | undefined => {
    const target = value.trim();
    if (/^#[^\s"'()\\]+$/.test(target)) return target;
    const raster = element === "image" ? rasterUrl.exec(target) : null;
    if (raster !== null) {
      const bytes = Buffer.from(raster[1]!, "base64");
      const is = sniff(bytes);
      if (is.kind === "image" && is.format !== "svg" && is.format !== "svgz") {
        embedded.push(bytes);
        return `data:image/${is.format};base64,${bytes.toString("base64")}`;
      }
    }
    removed ||= target !== "";
    return undefined;
  };

  const attributesOf = (element: XmlElement): Map<string, string> => {
    const attributes = new Map<string, string>();
    for (const { space, name, value } of element.attributes) {
      if (name === "href" && (space === "" || space === xlinkSpace)) {
        // The plain attribute wins over the older one of XLink.
        const target = space === "" || !attributes.has("href") ? link(element.name, value) : undefined;
        if (target !== undefined) attributes.set("href", target);
      } else if (space === xmlSpace && name === "space") {
        attributes.set("xml:space", value);
      } else if (space !== "" || /^on|^src$|^base$|[^\w-]/i.test(name)) {
        removed ||= /^on/i.test(name);
      } else {
        const cleaned = /[\\(@]|javascript|expression/i.test(value) ? cleanCss(value) : { css: value, removed: false };
        removed ||= cleaned.removed;
        attributes.set(name, cleaned.css);
      }
    }
    return attributes;
  };

  const convert = (element: XmlElement, parent: string): SvgElement | undefined => {
    const drawn = element.space === svgSpace || element.space === "";
    if (!drawn || descriptive.has(element.name)) {
      removed ||= !drawn && /xhtml|mathml/i.test(element.space);
      return undefined;
    }
    if (element.name === "foreignObject") {
      removed = true;
      // Inside a switch the next child is the drawing's own replacement.
      return parent === "switch" ? undefined : labelsOf(element);
    }
    if (!allowed.has(element.name)) {
      removed = true;
      return undefined;
    }
    const attributes = attributesOf(element);
    if (element.name === "style") {
      const cleaned = cleanCss(element.children.filter((child) => typeof child === "string").join(""));
      removed ||= cleaned.removed;
      return { name: "style", attributes: new Map(), children: [cleaned.css] };
    }
    const children: (SvgElement | string)[] = [];
    for (const child of element.children) {
      const kept = typeof child === "string" ? child : convert(child, element.name);
      if (kept !== undefined) children.push(kept);
    }
    return { name: element.name, attributes, children };
  };

  if (document.root.name !== "svg") return undefined;
  const root = convert(document.root, "");
  return root === undefined ? undefined : { root, embedded, removed };
}
