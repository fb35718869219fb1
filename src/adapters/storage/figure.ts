import { createHash } from "node:crypto";
import type { ImageInfo, PreparedImage } from "../../core/ports";

type Header = Pick<PreparedImage, "mediaType" | "width" | "height">;

/** Type and size that the header of a PNG or JPEG states; undefined for anything else. */
function readHeader(bytes: Uint8Array): Header | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 24 && view.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return { mediaType: "image/png", width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
  if (view[0] !== 0xff || view[1] !== 0xd8) return undefined;
  // Segments up to the start of frame (ITU-T T.81, B.2.2).
  for (let at = 2; at + 9 <= view.byteLength && view[at] === 0xff; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return { mediaType: "image/jpeg", width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
  }
  return undefined;
}

/**
 * The figure of a trace, or undefined where the bytes are not the picture that the trace describes: another hash,
 * another type, or a header that claims another (perhaps huge) size than a view would be told.
 */
export function checkedFigure(bytes: Uint8Array, expected: ImageInfo): PreparedImage | undefined {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const header = readHeader(bytes);
  const { mediaType, width, height } = expected;
  const matches = sha256 === expected.sha256 && bytes.byteLength === expected.byteLength && header?.mediaType === mediaType && header.width === width && header.height === height;
  return matches ? { bytes, mediaType, width, height, sha256 } : undefined;
}
