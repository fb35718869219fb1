/** Pixels of 8 bits, `channels` to each, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

export type Ground = "opaque" | "white" | "dark";

/** Alpha from which a pixel counts as visible; thin strokes of a reduced sample are faint. */
const visible = 24;

/** Smallest and largest channel: above 200 even the smallest is lost on white, below 80 even the largest is lost on a dark ground. */
const light = 200;
const dark = 80;

/**
 * Which ground a transparent figure was drawn for. Looked at are the visible pixels that touch transparent ones,
 * for these vanish on the wrong ground, while a label inside an opaque box shows on any. Dark only if light
 * strokes are common there and dark ones hardly occur: a dark axis lost is worse than a light grid lost.
 * `opaque` if nothing is transparent. Takes RGBA, not premultiplied.
 */
export function chooseGround(pixels: Pixels): Ground {
  const { data, width, height } = pixels;
  const alpha = (x: number, y: number): number => data[(y * width + x) * 4 + 3]!;
  const edge = { all: 0, light: 0, dark: 0 };
  const inside = { all: 0, light: 0, dark: 0 };
  let opaque = true;
  let transparent = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const weight = alpha(x, y);
      if (weight < 255) opaque = false;
      if (weight < 128) transparent += 1;
      if (weight < visible) continue;
      const touches =
        (x > 0 && alpha(x - 1, y) < visible) || (x + 1 < width && alpha(x + 1, y) < visible) ||
        (y > 0 && alpha(x, y - 1) < visible) || (y + 1 < height && alpha(x, y + 1) < visible);
      const at = (y * width + x) * 4;
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
      const sum = touches ? edge : inside;
      sum.all += weight;
      if (Math.min(red, green, blue) > light) sum.light += weight;
      else if (Math.max(red, green, blue) < dark) sum.dark += weight;
    }
  }
  if (opaque) return "opaque";
  // Faint or rounded corners of a figure that is opaque otherwise say nothing about its ground.
  if (transparent < (width * height) / 50) return "white";
  const seen = edge.all > 0 ? edge : inside;
  return seen.light > seen.all / 4 && seen.dark < seen.all / 20 ? "dark" : "white";
}

/** True if all pixels have nearly the same colour, or none is visible. Takes RGBA. */
export function isBlank({ data }: Pixels): boolean {
  const low = [255, 255, 255, 255];
  const high = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    for (let channel = 0; channel < 4; channel += 1) {
      const value = data[at + channel]!;
      if (value < low[channel]!) low[channel] = value;
      if (value > high[channel]!) high[channel] = value;
    }
  }
  return high[3]! < visible || high.every((value, channel) => value - low[channel]! <= 6);
}

/** The colour that most pixels of the outermost rows and columns have. */
export function borderColour({ data, width, height, channels }: Pixels): { r: number; g: number; b: number } {
  const counts = new Map<number, number>();
  const count = (x: number, y: number): void => {
    const at = (y * width + x) * channels;
    const colour = data[at]! * 65536 + data[at + 1]! * 256 + data[at + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  };
  for (let x = 0; x < width; x += 1) [0, height - 1].forEach((y) => { count(x, y); });
  for (let y = 0; y < height; y += 1) [0, width - 1].forEach((x) => { count(x, y); });
  const [colour] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
  return { r: colour >> 16, g: (colour >> 8) & 255, b: colour & 255 };
}
