import { hits, overlaps, type Box, type Point } from "./clash";

export type { Point } from "./clash";

export const ink = "#1f2933";
export const faint = "#c9d1da";
const paper = "#ffffff";
export const fills = ["#8fb4dc", "#f0b46c", "#9ccb8e", "#e09ab4", "#b8a8dc", "#f2d56b"] as const;

export interface Stroke {
  readonly color?: string;
  readonly width?: number;
  /** Lengths of dash and gap. */
  readonly dash?: string;
  readonly fill?: string;
  /** Labels may lie on it: grid lines, hatching. */
  readonly behind?: boolean;
}

export interface Lettering {
  readonly size?: number;
  /** Default: middle. */
  readonly anchor?: "start" | "middle" | "end";
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: string;
  /** Drawn over whatever is there, on a rim of this colour. */
  readonly halo?: string;
}

const number = (value: number): string => String(Number(value.toFixed(2)));
const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Width of a label in ems, from the advance widths of DejaVu Sans. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[ilj.,:;|'\s]/.test(letter) ? 0.32 : /[+=−×<>mwMW%]/.test(letter) ? 0.88 : /[°²³?]/.test(letter) ? 0.52 : /[A-ZπΩ]/.test(letter) ? 0.7 : 0.635;
  return width;
}

/** A point at an angle in degrees, counter-clockwise from the right, as in school. */
export const polar = (center: Point, radius: number, degrees: number): Point => ({ x: center.x + radius * Math.cos((degrees * Math.PI) / 180), y: center.y - radius * Math.sin((degrees * Math.PI) / 180) });

export const between = (a: Point, b: Point, share = 0.5): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });

/** A picture as SVG that knows where its labels are: one that touches another label or a line is a problem. */
export class Drawing {
  readonly problems: string[] = [];
  private readonly parts: string[] = [];
  private readonly labels: { readonly text: string; readonly box: Box; readonly overLines: boolean }[] = [];
  private readonly lines: (readonly [Point, Point])[] = [];
  private readonly waiting: (() => void)[] = [];

  /** @param scale pixels per unit of the drawing */
  constructor(readonly width: number, readonly height: number, private readonly scale = 1, private readonly background: string = paper) {}

  private add(tag: string, attributes: string, { color = ink, width = 2, dash, fill = "none" }: Stroke): void {
    this.parts.push(`<${tag} ${attributes} stroke="${color}" stroke-width="${number(width)}" fill="${fill}" stroke-linejoin="round" stroke-linecap="round"${dash === undefined ? "" : ` stroke-dasharray="${dash}"`}/>`);
  }

  private trace(points: readonly Point[], stroke: Stroke): void {
    if (stroke.behind !== true && stroke.width !== 0) for (let index = 1; index < points.length; index += 1) this.lines.push([points[index - 1]!, points[index]!]);
  }

  path(points: readonly Point[], stroke: Stroke = {}): this {
    this.add("polyline", `points="${points.map(({ x, y }) => `${number(x)},${number(y)}`).join(" ")}"`, stroke);
    this.trace(points, stroke);
    return this;
  }

  polygon(points: readonly Point[], stroke: Stroke = {}): this {
    this.add("polygon", `points="${points.map(({ x, y }) => `${number(x)},${number(y)}`).join(" ")}"`, stroke);
    this.trace([...points, points[0]!], stroke);
    return this;
  }

  line(from: Point, to: Point, stroke: Stroke = {}): this {
    return this.path([from, to], stroke);
  }

  rect(x: number, y: number, width: number, height: number, stroke: Stroke = {}, radius = 0): this {
    this.add("rect", `x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="${number(radius)}"`, stroke);
    this.trace([{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }, { x, y }], stroke);
    return this;
  }

  circle(center: Point, radius: number, stroke: Stroke = {}): this {
    this.add("circle", `cx="${number(center.x)}" cy="${number(center.y)}" r="${number(radius)}"`, stroke);
    this.trace(Array.from({ length: 49 }, (_, index) => polar(center, radius, index * 7.5)), stroke);
    return this;
  }

  dot(center: Point, radius = 4, color = ink): this {
    return this.circle(center, radius, { color, fill: color, width: 0.5 });
  }

  /** From one angle to another, counter-clockwise. */
  arc(center: Point, radius: number, from: number, to: number, stroke: Stroke = {}): this {
    const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 4));
    return this.path(Array.from({ length: steps + 1 }, (_, index) => polar(center, radius, from + ((to - from) * index) / steps)), stroke);
  }

  /** A slice of a disc. */
  sector(center: Point, radius: number, from: number, to: number, stroke: Stroke = {}): this {
    const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 3));
    return this.polygon([center, ...Array.from({ length: steps + 1 }, (_, index) => polar(center, radius, from + ((to - from) * index) / steps))], stroke);
  }

  /** A line with a head at its end. */
  arrow(from: Point, to: Point, stroke: Stroke = {}, head = 9): this {
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const side = (turn: number): Point => ({ x: to.x - head * Math.cos(angle + turn), y: to.y - head * Math.sin(angle + turn) });
    const { color = ink } = stroke;
    this.line(from, between(side(0.42), side(-0.42)), stroke);
    return this.polygon([to, side(0.42), side(-0.42)], { color, fill: color, width: 1, ...(stroke.behind === true ? { behind: true } : {}) });
  }

  /** Centred on a height of y. */
  text(content: string, x: number, y: number, { size = 18, anchor = "middle", bold = false, italic = false, color = ink, halo }: Lettering = {}): this {
    const style = `font-family="DejaVu Sans" font-size="${number(size)}" text-anchor="${anchor}"${bold ? ' font-weight="bold"' : ""}${italic ? ' font-style="italic"' : ""}`;
    const rim = halo === undefined ? "" : `<text x="${number(x)}" y="${number(y + size * 0.36)}" ${style} fill="${halo}" stroke="${halo}" stroke-width="${number(size * 0.3)}" stroke-linejoin="round">${escaped(content)}</text>`;
    this.parts.push(`${rim}<text x="${number(x)}" y="${number(y + size * 0.36)}" ${style} fill="${color}">${escaped(content)}</text>`);
    const box = this.boxOf(content, x, y, { size, anchor, bold });
    if (this.leaves(box)) this.problems.push(`"${content}" leaves the picture`);
    for (const label of this.labels) if (overlaps(label.box, box)) this.problems.push(`"${content}" touches "${label.text}"`);
    this.labels.push({ text: content, box, overLines: halo !== undefined });
    return this;
  }

  private boxOf(content: string, x: number, y: number, { size = 18, anchor = "middle", bold = false }: Lettering): Box {
    const width = widthOf(content) * size * (bold ? 1.1 : 1);
    const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
    return { left, right: left + width, top: y - size * 0.4, bottom: y + size * 0.4 };
  }

  private leaves({ left, right, top, bottom }: Box): boolean {
    return left < 1 || right > this.width - 1 || top < 1 || bottom > this.height - 1;
  }

  /** A label that is written last, at the first of some places where nothing is in its way, else at the first. */
  number(content: string, places: readonly (Point & Pick<Lettering, "anchor">)[], size: number): this {
    this.waiting.push(() => {
      const free = places.find(({ x, y, ...rest }) => {
        const box = this.boxOf(content, x, y, { size, ...rest });
        return !this.leaves(box) && !this.labels.some((label) => overlaps(label.box, box)) && !this.lines.some(([a, b]) => hits(a, b, box));
      }) ?? places[0]!;
      const { x, y, ...rest } = free;
      this.text(content, x, y, { size, halo: this.background, ...rest });
    });
    return this;
  }

  /** The whole picture. Throws where a label touches another one, lies on a line or leaves the picture. */
  svg(): string {
    for (const write of this.waiting.splice(0)) write();
    for (const { text, box, overLines } of this.labels) if (!overLines && this.lines.some(([a, b]) => hits(a, b, box))) this.problems.push(`"${text}" lies on a line`);
    if (this.problems.length > 0) throw new Error(this.problems.join("; "));
    const size = `width="${Math.round(this.width * this.scale)}" height="${Math.round(this.height * this.scale)}" viewBox="0 0 ${number(this.width)} ${number(this.height)}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect width="100%" height="100%" fill="${this.background}"/>${this.parts.join("")}</svg>`;
  }
}
