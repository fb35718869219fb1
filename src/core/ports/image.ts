/** Every code of something the preflight did to a picture, in the order in which it was done. */
export type PreflightNote =
  | "rotated"
  | "flattenedOnWhite"
  | "flattenedOnDark"
  | "convertedColour"
  | "reducedDepth"
  | "rasterised"
  | "convertedFormat"
  | "firstFrameOnly"
  | "skippedBlankFrames"
  | "firstPageOnly"
  | "scaledDown"
  | "scaledUp"
  | "padded"
  | "verySmallText"
  | "recompressed"
  | "removedActiveContent";

/** A picture ready for a model: upright, opaque, sRGB, 8 bits, free of metadata. Immutable. */
export interface PreparedImage {
  /** Encoded bytes, exactly what is sent. */
  readonly bytes: Uint8Array;
  readonly mediaType: "image/png" | "image/jpeg";
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Lower-case hexadecimal SHA-256 of `bytes`. */
  readonly sha256: string;
}

/** What is known of a picture without its bytes: safe for logs, events and views. */
export type ImageInfo = Omit<PreparedImage, "bytes"> & { readonly byteLength: number };

export function imageInfo(image: PreparedImage): ImageInfo {
  const { bytes, ...rest } = image;
  return { ...rest, byteLength: bytes.byteLength };
}
