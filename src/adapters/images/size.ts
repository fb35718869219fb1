/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Default limits of what is sent. Pixels: 1.6 million are about 2000 image tokens, where the large
 * services stop gaining and local models stay usable. The limit is an area, not a side, so that a tall
 * or wide figure keeps as much of its small text as a square one; no side may pass 8000 pixels,
 * which services refuse. Bytes: 3 MiB stay under 4 MB after base64 has added a third.
 */
export const defaultLimits = { maxPixels: 1_600_000, maxSide: 8000, maxBytes: 3 * 1024 * 1024 };

/** Models with 28-pixel patches fail on figures with a shorter side. */
export const smallestSide = 28;

/** Below this a figure holds nothing that could be read, padded or not. */
export const refusedSide = 8;

/** The largest size of the same shape within both limits, never larger than `size` times `enlarge`. Whole pixels, at least 1. */
export function fitSize(size: Size, limits: { readonly maxPixels: number; readonly maxSide: number }, enlarge = 1): Size {
  const scale = Math.min(enlarge, Math.sqrt(limits.maxPixels / (size.width * size.height)), limits.maxSide / Math.max(size.width, size.height));
  if (scale === 1) return size;
  let width = Math.max(1, Math.round(size.width * scale));
  let height = Math.max(1, Math.round(size.height * scale));
  // Rounding up both sides may pass the area by a row.
  while (width * height > limits.maxPixels && Math.max(width, height) > 1) {
    if (width >= height) width -= 1;
    else height -= 1;
  }
  return { width, height };
}

/**
 * About how many tokens a model counts for a picture of this many pixels: one for each patch of 28 x 28
 * (14-pixel patches merged 2 x 2, as in Qwen2-VL), which is within 5 % of the "pixels / 750" rule of hosted models.
 */
export function estimateImageTokens(width: number, height: number): number {
  return Math.max(1, Math.ceil(width / 28)) * Math.max(1, Math.ceil(height / 28));
}
