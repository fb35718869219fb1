import type { PreflightNote } from "../core/ports";
import { english, type Translate } from "./translate";

/** Sizes before and after the preflight, in pixels. */
export interface PreflightSizes {
  readonly original: { readonly width: number; readonly height: number };
  readonly width: number;
  readonly height: number;
}

/** Words what the preflight did to a figure, one sentence each; `verySmallText` is a warning, the others are facts. */
export function describeNote(note: PreflightNote, { original, width, height }: PreflightSizes, translate: Translate = english): string {
  const from = `${original.width} x ${original.height}`;
  const to = `${width} x ${height}`;
  const percent = Math.max(1, Math.round((100 * Math.max(width, height)) / Math.max(original.width, original.height, 1)));
  switch (note) {
    case "rotated":
      return translate("Turned upright, as its camera noted.");
    case "flattenedOnWhite":
      return translate("Its transparent ground is sent as white.");
    case "flattenedOnDark":
      return translate("Its transparent ground is sent as dark, since its strokes are light.");
    case "convertedColour":
      return translate("Its colours were converted to sRGB.");
    case "reducedDepth":
      return translate("Its colours were reduced to 8 bits a channel.");
    case "rasterised":
      return translate("The drawing is sent as a picture of {0} pixels.", to);
    case "convertedFormat":
      return translate("It was converted to a type that every model reads.");
    case "firstFrameOnly":
      return translate("Only one frame of the animation is sent.");
    case "skippedBlankFrames":
      return translate("Blank frames at the start of the animation were skipped.");
    case "firstPageOnly":
      return translate("Only the first of its pages is sent.");
    case "scaledDown":
      return translate("Scaled down from {0} to {1} pixels.", from, to);
    case "scaledUp":
      return translate("Drawn larger than its own {0} pixels, so that small labels can be read.", from);
    case "padded":
      return translate("Given a margin up to {0} pixels, which models need at least.", to);
    case "verySmallText":
      return percent < 100
        ? translate("Small text may have become unreadable at {0} % of its size; crop to the part that matters.", percent)
        : translate("The figure is a long strip that models shrink, so small text may become unreadable; crop to the part that matters.");
    case "recompressed":
      return translate("Compressed with some loss to stay within the size limit.");
    case "removedActiveContent":
      return translate("Scripts, links to other files or embedded pages were taken out; check that nothing you need is missing.");
  }
}
