import type { PreflightNote } from "../../src/core/ports";

const words: Readonly<Record<PreflightNote, string>> = {
  rotated: "Turned upright",
  flattenedOnWhite: "Transparency put on white",
  flattenedOnDark: "Transparency put on dark, because its lines are light",
  convertedColour: "Colours converted to sRGB",
  reducedDepth: "Reduced to 8 bits per channel",
  rasterised: "Drawn from vectors",
  convertedFormat: "Format converted",
  firstFrameOnly: "First frame of the animation",
  skippedBlankFrames: "Blank first frames skipped",
  firstPageOnly: "First page only",
  scaledDown: "Scaled down to the model's limit",
  scaledUp: "Scaled up so that it can be read",
  padded: "Padded at the edges",
  verySmallText: "Very small text: it may not be readable",
  recompressed: "Compressed again to fit the size limit",
  removedActiveContent: "Scripts and external references removed",
};

export const noteText = (note: PreflightNote): string => words[note];
