import type { Bin } from "./statistics/calibration";
import type { Interval } from "./statistics/wilson";

/** A number with its interval, as plots draw it; in [0, 1]. */
export interface Measured {
  readonly mean: number;
  readonly interval: Interval;
}

/** What a plot shows; how it looks is the page's business. */
export type PlotData =
  | { readonly kind: "bars"; readonly caption: string; readonly bars: readonly ({ readonly label: string } & Measured)[] }
  | { readonly kind: "curves"; readonly caption: string; readonly axis: string; readonly curves: readonly { readonly label: string; readonly points: readonly ({ readonly x: number } & Measured)[] }[] }
  | { readonly kind: "reliability"; readonly caption: string; readonly bins: readonly Bin[] }
  | { readonly kind: "costs"; readonly caption: string; readonly points: readonly ({ readonly label: string; readonly requests: number; readonly main: boolean } & Measured)[] };

/** A report is a row of blocks, whatever it is written as. All texts are plain. */
export type Block =
  | { readonly type: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: "text"; readonly text: string }
  /** The first column names the rows. */
  | { readonly type: "table"; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly type: "plot"; readonly plot: PlotData };

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ type: "heading", level, text });
export const text = (words: string): Block => ({ type: "text", text: words });
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): Block => ({ type: "table", header, rows });
