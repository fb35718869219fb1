import { RawImage, type Tensor } from "@huggingface/transformers";
import { FigtreeError } from "../../../core/ports";
import type { PictureData } from "../messages";

/** An image processor of transformers.js. */
export type PixelMaker = (images: readonly RawImage[]) => Promise<{ readonly pixel_values: Tensor }>;

/** The pixels in three channels. Throws `input.invalid` for bytes that are no picture. */
export async function decode({ bytes, mediaType }: PictureData): Promise<RawImage> {
  try {
    return (await RawImage.fromBlob(new Blob([bytes.slice()], { type: mediaType }))).rgb();
  } catch (thrown) {
    throw new FigtreeError("input.invalid", { field: "A picture", message: "It cannot be decoded." }, { cause: thrown });
  }
}
