/** What a file holds, told from its content alone. */
export type Sniffed =
  | { readonly kind: "image"; readonly format: "png" | "jpeg" | "gif" | "webp" | "tiff" | "avif" | "svg" | "svgz" }
  /** A picture of a type that is not read here. */
  | { readonly kind: "unsupported"; readonly format: string }
  | { readonly kind: "other"; readonly looksLike: string };

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

const binary: readonly (readonly [magic: string, is: Sniffed])[] = [
  ["\x89PNG\r\n\x1a\n", { kind: "image", format: "png" }],
  ["\xff\xd8\xff", { kind: "image", format: "jpeg" }],
  ["GIF87a", { kind: "image", format: "gif" }],
  ["GIF89a", { kind: "image", format: "gif" }],
  ["II*\0", { kind: "image", format: "tiff" }],
  ["MM\0*", { kind: "image", format: "tiff" }],
  ["II+\0", { kind: "image", format: "tiff" }],
  ["MM\0+", { kind: "image", format: "tiff" }],
  ["\x1f\x8b", { kind: "image", format: "svgz" }],
  ["%PDF-", { kind: "other", looksLike: "a PDF document" }],
  ["PK\x03\x04", { kind: "other", looksLike: "a ZIP archive or an office document" }],
  ["\xd0\xcf\x11\xe0", { kind: "other", looksLike: "an old office document" }],
  ["version https://git-lfs", { kind: "other", looksLike: "a Git LFS pointer whose picture was not downloaded" }],
  ["%!PS", { kind: "unsupported", format: "PostScript" }],
  ["8BPS", { kind: "unsupported", format: "Photoshop" }],
  ["\0\0\x01\0", { kind: "unsupported", format: "ICO" }],
  ["\xff\x0a", { kind: "unsupported", format: "JPEG XL" }],
  ["\0\0\0\x0cJXL ", { kind: "unsupported", format: "JPEG XL" }],
  ["\0\0\0\x0cjP  ", { kind: "unsupported", format: "JPEG 2000" }],
  ["\xd7\xcd\xc6\x9a", { kind: "unsupported", format: "WMF" }],
];

/** ISO media files (AVIF, HEIC, videos) name their brands in the first box. */
function sniffBrands(bytes: Uint8Array): Sniffed {
  const brands = latin(bytes, 8, Math.min(bytes.length, 64));
  if (/avif|avis/.test(brands)) return { kind: "image", format: "avif" };
  if (/heic|heix|hevc|mif1/.test(brands)) return { kind: "unsupported", format: "HEIC" };
  return { kind: "other", looksLike: "a video" };
}

/** Text in whatever encoding its first bytes tell; undefined if it is not text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(latin(bytes, 0, Math.min(bytes.length, 200)))?.[1];
  if (wide === undefined && bytes.subarray(0, 4096).includes(0)) return undefined;
  try {
    return new TextDecoder(wide ?? declared ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}

function sniffText(text: string): Sniffed {
  // The prologue of an XML document: declaration, comments, a document type with its own subset.
  const body = text.slice(0, 200_000).replace(/^(\s|<\?[^>]*\?>|<!--[^]*?-->|<!DOCTYPE[^[>]*(\[[^]*?\]\s*)?>)+/i, "");
  if (/^<([\w.-]+:)?svg[\s/>]/.test(body)) return { kind: "image", format: "svg" };
  if (/^<!doctype html|<html[\s>]|^<(head|body|div|p|script|title|h1)[\s>]/i.test(text.slice(0, 4096).trimStart())) return { kind: "other", looksLike: "a web page" };
  if (/^<mxfile[\s>]|^<mxGraphModel[\s>]/.test(body)) return { kind: "unsupported", format: "draw.io" };
  if (/^\s*<[?!\w]/.test(text)) return { kind: "other", looksLike: "an XML document" };
  if (/^\s*[{[]/.test(text)) return { kind: "other", looksLike: "JSON text" };
  return { kind: "other", looksLike: text.trim() === "" ? "blank text" : "plain text" };
}

const looksPrintable = (text: string): boolean => {
  const head = text.slice(0, 2000);
  const odd = [...head].filter((character) => character === "\ufffd" || (character < " " && !/[\t\n\r\f]/.test(character))).length;
  return odd <= head.length / 50;
};

/** Tells what the bytes are. The name of the file plays no part: it is often wrong. */
export function sniff(bytes: Uint8Array): Sniffed {
  for (const [magic, is] of binary) if (latin(bytes, 0, magic.length) === magic) return is;
  if (latin(bytes, 0, 2) === "BM" && latin(bytes, 6, 10) === "\0\0\0\0") return { kind: "unsupported", format: "BMP" };
  if (latin(bytes, 0, 4) === "RIFF") return latin(bytes, 8, 12) === "WEBP" ? { kind: "image", format: "webp" } : { kind: "other", looksLike: "a sound or video" };
  if (latin(bytes, 4, 8) === "ftyp") return sniffBrands(bytes);
  const text = decodeText(bytes);
  return text !== undefined && looksPrintable(text) ? sniffText(text.replace(/^\ufeff/, "")) : { kind: "other", looksLike: "unknown binary data" };
}
