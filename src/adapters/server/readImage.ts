import { createHash } from "node:crypto";
import type { PreparedImage } from "../../core/ports";
import { ApiError } from "./apiError";

const limitPixels = 40_000_000;

/**
 * The picture of an `image_url` part. Only base64 data URLs: fetching an address for a caller would
 * let any page reach what this machine can reach. PNG and JPEG stay as they are, other formats become PNG.
 */
export async function readImage(url: string, param: string): Promise<PreparedImage> {
  const refuse = (message: string, code: string) => new ApiError(400, message, { param, code });
  const match = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/i.exec(url);
  if (match === null) throw refuse(url.startsWith("data:") ? "The data URL must be data:image/TYPE;base64,DATA." : "Only data URLs are accepted; remote pictures are not fetched.", "invalid_image_url");
  const bytes = new Uint8Array(Buffer.from(match[1]!, "base64"));
  try {
    const { default: sharp } = await import("sharp");
    const { format, width, height } = await sharp(bytes, { limitInputPixels: limitPixels }).metadata();
    if (format === "png" || format === "jpeg") return prepared(bytes, `image/${format}`, width, height);
    const { data, info } = await sharp(bytes, { limitInputPixels: limitPixels }).autoOrient().flatten({ background: "white" }).png().toBuffer({ resolveWithObject: true });
    return prepared(new Uint8Array(data), "image/png", info.width, info.height);
  } catch (thrown) {
    throw refuse(`The picture cannot be read: ${(thrown as Error).message}`, "invalid_image_format");
  }
}

function prepared(bytes: Uint8Array, mediaType: PreparedImage["mediaType"], width: number, height: number): PreparedImage {
  return { bytes, mediaType, width, height, sha256: createHash("sha256").update(bytes).digest("hex") };
}
