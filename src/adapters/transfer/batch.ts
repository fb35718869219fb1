import { createHash } from "node:crypto";
import type { ExemplarImage, NewExemplar, PreparedImage } from "../../core/ports";
import { pictureRefusal } from "./failures";
import type { Files } from "./files/files";
import type { Draft } from "./mapping/draft";
import { findPicture, pictureFolders } from "./picture";
import type { SourceRecord } from "./read/records";
import { Refusal } from "./refusal";

/** Makes a picture ready for models and for the store; throws `image.*` for one that cannot be. */
export type PrepareImage = (bytes: Uint8Array, name: string) => Promise<PreparedImage>;

export interface Entry {
  readonly exemplar: NewExemplar;
  readonly image: Uint8Array;
  readonly imageInfo: ExemplarImage;
}

const factsOf = (image: PreparedImage): ExemplarImage => ({ sha256: image.sha256, mediaType: image.mediaType, width: image.width, height: image.height, byteLength: image.bytes.byteLength });

/**
 * The exemplar of one record with its picture. For a record of a pack the picture's hash must be right, and its
 * bytes are kept where preparing changes no size and no type: they were prepared before, and the hash is half of
 * what an exemplar is.
 * @throws Refusal where the record cannot be one
 */
export async function entryOf(record: SourceRecord, files: Files, draft: (record: SourceRecord) => Draft & { readonly sha256?: string }, prepare: PrepareImage): Promise<Entry> {
  if (record.fields === null) throw new Refusal(record.reason);
  const { exemplar, picture, sha256 } = draft(record);
  const found = await findPicture(picture, files, pictureFolders(record.file));
  const bytes = await found.read();
  if (sha256 !== undefined && createHash("sha256").update(bytes).digest("hex") !== sha256) throw new Refusal("Its picture is not the one that the pack names: it was changed.", found.name);
  try {
    const image = await prepare(bytes, found.name);
    const kept = sha256 !== undefined && isOfType(bytes, image.mediaType) && hasSize(bytes, image) ? { ...image, bytes, sha256 } : image;
    return { exemplar, image: kept.bytes, imageInfo: factsOf(kept) };
  } catch (thrown) {
    throw pictureRefusal(thrown, found.name) ?? thrown;
  }
}

function isOfType(bytes: Uint8Array, mediaType: PreparedImage["mediaType"]): boolean {
  const png = [0x89, 0x50, 0x4e, 0x47].every((byte, index) => bytes[index] === byte);
  return mediaType === "image/png" ? png : bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** Pixels as the file's header says; false where it cannot be told. */
function hasSize(bytes: Uint8Array, { mediaType, width, height }: PreparedImage): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mediaType === "image/png") return bytes.length > 24 && view.getUint32(16) === width && view.getUint32(20) === height;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(at + 5) === height && view.getUint16(at + 7) === width;
  }
  return false;
}
