import { slices } from "../../system";

/** Bytes that are decoded at once, so that whoever reads the text works in short stretches. */
const piece = 32 * 1024;

/** Decodes UTF-8, or UTF-16 with its mark, in pieces; the mark itself is dropped and damaged characters become U+FFFD. */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Uint8Array = new Uint8Array(0);
  const pause = slices();
  for await (const chunk of inPieces(chunks)) {
    await pause();
    let bytes = chunk;
    if (decoder === undefined) {
      bytes = head.length === 0 ? chunk : new Uint8Array(Buffer.concat([head, chunk]));
      if (bytes.length < 2) {
        head = bytes;
        continue;
      }
      decoder = decoderFor(bytes);
    }
    const text = decoder.decode(bytes, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder === undefined ? new TextDecoder().decode(head) : decoder.decode();
  if (rest !== "") yield rest;
}

async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) for (let begin = 0; begin < chunk.length; begin += piece) yield chunk.subarray(begin, begin + piece);
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  return new TextDecoder();
}

export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Without its line break; null where it is longer than `limit`. */
  readonly text: string | null;
}

/** Lines of a text in pieces, ended by LF or CRLF. A line beyond `limit` is passed over without being kept. */
export async function* linesOf(pieces: AsyncIterable<string>, limit: number): AsyncGenerator<TextLine> {
  let number = 1;
  let parts: string[] = [];
  let length = 0;
  const take = (part: string): void => {
    length += part.length;
    if (length > limit) parts = [];
    else parts.push(part);
  };
  const line = (): TextLine => {
    const text = length > limit ? null : parts.join("").replace(/\r$/, "");
    parts = [];
    length = 0;
    return { number: number++, text };
  };
  for await (const piece of pieces) {
    let begin = 0;
    for (;;) {
      const end = piece.indexOf("\n", begin);
      if (end < 0) break;
      take(piece.slice(begin, end));
      yield line();
      begin = end + 1;
    }
    if (begin < piece.length) take(piece.slice(begin));
  }
  if (length > 0) yield line();
}
