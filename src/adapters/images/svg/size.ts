import type { Size } from "../size";
import type { SvgElement } from "./clean";

/** CSS pixels in one unit; `em` and `ex` for the usual 16-pixel font. */
const units: Record<string, number> = { "": 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, em: 16, rem: 16, ex: 8 };

function length(value: string | undefined): number | undefined {
  const found = /^\s*([+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(value ?? "");
  const pixels = found === null ? 0 : Number(found[1]) * (units[found[2]!.toLowerCase()] ?? 0);
  return pixels > 0 && Number.isFinite(pixels) ? pixels : undefined;
}

function viewBox(value: string | undefined): Size | undefined {
  const numbers = (value ?? "").trim().split(/[\s,]+/).map(Number);
  const [, , width, height] = numbers;
  return numbers.length === 4 && numbers.every(Number.isFinite) && width! > 0 && height! > 0 ? { width: width!, height: height! } : undefined;
}

/** The size in CSS pixels that a drawing asks for; from its view box where it states none; undefined where it has neither. */
export function declaredSize(root: SvgElement): Size | undefined {
  const width = length(root.attributes.get("width"));
  const height = length(root.attributes.get("height"));
  const box = viewBox(root.attributes.get("viewBox"));
  if (width !== undefined && height !== undefined) return { width, height };
  if (box === undefined) return undefined;
  if (width !== undefined) return { width, height: (width * box.height) / box.width };
  if (height !== undefined) return { width: (height * box.width) / box.height, height };
  return box;
}
