import { unusable } from "./files/unusable";
import type { DatasetReader } from "./problem";

/** The split that was asked for, or the reader's default; throws `input.invalid` for a name that it does not have. */
export function splitOf(reader: Pick<DatasetReader, "title" | "splits">, asked: string | undefined): string {
  if (asked === undefined) return reader.splits[0]!;
  if (!reader.splits.includes(asked)) throw unusable(asked, `${reader.title} has no split of this name; it has ${reader.splits.join(", ")}.`);
  return asked;
}
