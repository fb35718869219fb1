import { Drawing, faint, ink, type Point } from "./drawing";

/** A part of the plane, in its own units. */
export interface Window {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export interface Plane {
  readonly drawing: Drawing;
  readonly at: (x: number, y: number) => Point;
  /** Draws y = f(x) as far as it stays within the window. */
  readonly graph: (f: (x: number) => number, color: string) => void;
}

const shown = (value: number): string => String(value).replace("-", "−");

/** A coordinate system with a grid of units and numbers along the axes. */
export function plane(window: Window): Plane {
  const { left, right, bottom, top } = window;
  const unit = 40;
  const margin = 22;
  const drawing = new Drawing((right - left) * unit + 2 * margin, (top - bottom) * unit + 2 * margin);
  const at = (x: number, y: number): Point => ({ x: margin + (x - left) * unit, y: margin + (top - y) * unit });
  for (let x = left; x <= right; x += 1) drawing.line(at(x, bottom), at(x, top), { color: faint, width: 1, behind: true });
  for (let y = bottom; y <= top; y += 1) drawing.line(at(left, y), at(right, y), { color: faint, width: 1, behind: true });
  const end = (point: Point, dx: number, dy: number): Point => ({ x: point.x + dx, y: point.y + dy });
  drawing.arrow(at(left, 0), end(at(right, 0), 10, 0), { width: 1.6, behind: true }).arrow(at(0, bottom), end(at(0, top), 0, -10), { width: 1.6, behind: true });
  for (let x = left; x <= right; x += 1) {
    const { x: across, y: down } = at(x, 0);
    if (x !== 0) drawing.number(shown(x), [0, 12, -12, 16, -16].map((aside) => ({ x: across + aside, y: down + 13 })), 13);
  }
  for (let y = bottom; y <= top; y += 1) {
    const { x: across, y: down } = at(0, y);
    if (y !== 0) drawing.number(shown(y), [...[0, 10, -10].map((aside) => ({ x: across - 7, y: down + aside, anchor: "end" as const })), ...[0, 10, -10].map((aside) => ({ x: across + 7, y: down + aside, anchor: "start" as const }))], 13);
  }
  drawing.text("x", at(right, 0).x + 10, at(right, 0).y - 13, { size: 15, italic: true }).text("y", at(0, top).x + 14, at(0, top).y - 8, { size: 15, italic: true });
  return {
    drawing, at,
    graph(f, color) {
      const points: Point[] = [];
      for (let x = left; x <= right + 1e-9; x += 0.01) if (f(x) >= bottom - 1e-9 && f(x) <= top + 1e-9) points.push(at(x, f(x)));
      drawing.path(points, { color, width: 3 });
    },
  };
}

/** A chart's frame: height axis with numbers and lines across; returns where a height lies. */
export function scale(drawing: Drawing, area: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }, most: number, stride: number): (value: number) => number {
  const y = (value: number): number => area.bottom - ((area.bottom - area.top) * value) / most;
  for (let value = 0; value <= most; value += stride) {
    drawing.line({ x: area.left, y: y(value) }, { x: area.right, y: y(value) }, { color: value === 0 ? ink : faint, width: value === 0 ? 1.8 : 1, behind: true });
    drawing.text(String(value), area.left - 7, y(value), { size: 13, anchor: "end" });
  }
  drawing.line({ x: area.left, y: area.top - 8 }, { x: area.left, y: area.bottom }, { width: 1.8, behind: true });
  return y;
}
