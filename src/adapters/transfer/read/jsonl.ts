import { limits, megabytes } from "../limits";
import { recordItem, type RecordItem } from "./item";
import { decodeText, linesOf } from "./text";

/** One JSON object a line; empty lines are passed over. Never holds more than one line. */
export async function* readJsonLines(chunks: AsyncIterable<Uint8Array>, lineLimit: number = limits.lineLength): AsyncGenerator<RecordItem> {
  for await (const { number, text } of linesOf(decodeText(chunks), lineLimit)) {
    if (text === null) yield { line: number, fields: null, reason: `The line is too long: one record may have ${megabytes(limits.lineLength)}.` };
    else if (text.trim() !== "") yield parsed(number, text);
  }
}

function parsed(line: number, text: string): RecordItem {
  try {
    return recordItem(line, JSON.parse(text));
  } catch {
    return { line, fields: null, reason: "The line is not valid JSON." };
  }
}
