/** What the structure of a JPEG file tells without decoding a pixel. */
export interface JpegStructure {
  /** Number of the start-of-frame marker: 0 baseline, 1 extended, 2 progressive; -1 if there is none. */
  readonly frame: number;
  /** Passes over the picture; a progressive file has about ten. */
  readonly scans: number;
  /** The same picture without metadata, and without anything behind its end. */
  readonly bare: Uint8Array;
  /** True if the end-of-image marker was found. */
  readonly complete: boolean;
}

/** The end of entropy-coded data: the next 0xFF that is neither stuffed nor a restart marker. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

/** JFIF (APP0) and Adobe's colour transform (APP14) change how the pixels are read; all other application data and comments are metadata. */
const isMetadata = (marker: number): boolean => marker === 0xfe || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Walks the segments of a JPEG file (ITU-T T.81, annex B). Never throws: what is cut short is reported as not complete. */
export function readJpeg(bytes: Uint8Array): JpegStructure {
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  let frame = -1;
  let scans = 0;
  let complete = false;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      kept.push(bytes.subarray(at, at + 2));
      complete = true;
      break;
    }
    if (at + 3 >= bytes.length) break;
    const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!;
    if (isFrame(marker)) frame = marker - 0xc0;
    const next = marker === 0xda ? endOfScan(bytes, end) : end;
    if (marker === 0xda) scans += 1;
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return { frame, scans, bare: Buffer.concat(kept), complete };
}
