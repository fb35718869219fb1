import type { RecordBatch, Schema, Table } from "apache-arrow";
import type { EmbeddingSpace, Exemplar, ExemplarVectors } from "../../../core/ports";
import { slices } from "../../system";
import { channels } from "../engine/check";
import { exemplarSchema } from "../engine/record";
import { filterText, searchText } from "../engine/words";
import { termsOf } from "../search/terms";
import type { LanceModules } from "./modules";
import { parts } from "./sql";

/**
 * Columns of the exemplars. Names have no capitals, because a filter folds them. `words` and `terms` are made of the
 * other columns for filters and for full text search; `stamp` is new with every write, `previous` the one it replaced.
 */
export function exemplarColumns({ Schema, Field, Utf8, Float64, List }: LanceModules["arrow"]): Schema {
  const text = (name: string, nullable = false): InstanceType<typeof Field> => new Field(name, new Utf8(), nullable);
  const number = (name: string, nullable = false): InstanceType<typeof Field> => new Field(name, new Float64(), nullable);
  return new Schema([
    text("id"), text("image_sha256"), text("image_type"), number("image_width"), number("image_height"), number("image_bytes"),
    text("question"), text("choices"), text("answer"), text("subject"), new Field("tags", new List(new Field("item", new Utf8(), true)), false), text("source"), text("licence"),
    text("candidates"), text("context", true), number("passrate", true), number("created"), number("updated"), text("words"), text("terms"), text("stamp"), text("previous"),
  ]);
}

/** Exemplars as one table under one stamp, made in slices: its columns are slow to fill. */
export async function exemplarTable({ lancedb, arrow }: LanceModules, schema: Schema, entries: readonly { readonly exemplar: Exemplar; readonly replaces: string | null }[], stamp: string): Promise<Table> {
  const pause = slices();
  const batches: RecordBatch[] = [];
  for (const some of parts(entries, 32)) {
    batches.push(...lancedb.makeArrowTable(some.map(({ exemplar, replaces }) => rowOf(exemplar, stamp, replaces)), { schema }).batches);
    await pause();
  }
  return new arrow.Table(schema, batches);
}

function rowOf(exemplar: Exemplar, stamp: string, replaces: string | null): Record<string, unknown> {
  const { id, image, question, choices, answer, subject, tags, source, licence, candidates, context, passRate, createdAt, updatedAt } = exemplar;
  return {
    id, image_sha256: image.sha256, image_type: image.mediaType, image_width: image.width, image_height: image.height, image_bytes: image.byteLength,
    question, choices: JSON.stringify(choices), answer, subject, tags: [...tags], source, licence,
    candidates: JSON.stringify(candidates), context, passrate: passRate, created: createdAt, updated: updatedAt,
    words: filterText(exemplar), terms: termsOf(searchText(exemplar)).join(" "), stamp, previous: replaces ?? "",
  };
}

/** Undefined where the row is not an exemplar. */
export function exemplarOf(row: Record<string, unknown>): Exemplar | undefined {
  const read = exemplarSchema.safeParse({
    id: row["id"],
    image: { sha256: row["image_sha256"], mediaType: row["image_type"], width: row["image_width"], height: row["image_height"], byteLength: row["image_bytes"] },
    question: row["question"], choices: json(row["choices"]), answer: row["answer"], subject: row["subject"], tags: [...(row["tags"] as Iterable<unknown>)], source: row["source"], licence: row["licence"],
    candidates: json(row["candidates"]), context: row["context"], passRate: row["passrate"], createdAt: row["created"], updatedAt: row["updated"],
  });
  return read.success ? read.data : undefined;
}

function json(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** Columns of the vectors: one for each channel that the space has. */
export function vectorColumns({ Schema, Field, Utf8, Float32, FixedSizeList }: LanceModules["arrow"], { dimensions }: EmbeddingSpace): Schema {
  const own = channels.filter((channel) => dimensions[channel] !== null);
  return new Schema([
    new Field("id", new Utf8(), false), new Field("stamp", new Utf8(), false),
    ...own.map((channel) => new Field(channel, new FixedSizeList(dimensions[channel]!, new Field("item", new Float32(), true)), true)),
  ]);
}

/** Built column by column: rows of numbers one by one would take seconds for a large library. */
export function vectorTable(arrow: LanceModules["arrow"], space: EmbeddingSpace, entries: readonly { readonly id: string; readonly vectors: ExemplarVectors }[], stamp: string): Table {
  const schema = vectorColumns(arrow, space);
  const length = entries.length;
  const texts = (values: readonly string[]) => arrow.vectorFromArray(values, new arrow.Utf8()).data[0]!;
  const numbers = schema.fields.slice(2).map((field) => {
    const channel = field.name as (typeof channels)[number];
    const dimension = space.dimensions[channel]!;
    const values = new Float32Array(length * dimension);
    const bitmap = new Uint8Array(Math.ceil(length / 8));
    let missing = 0;
    for (const [row, { vectors }] of entries.entries()) {
      const vector = vectors[channel];
      if (vector === null) missing += 1;
      else {
        values.set(vector, row * dimension);
        bitmap[row >> 3]! |= 1 << (row & 7);
      }
    }
    const child = arrow.makeData({ type: new arrow.Float32(), length: values.length, nullCount: 0, data: values });
    return arrow.makeData({ type: field.type as InstanceType<typeof arrow.FixedSizeList>, length, nullCount: missing, nullBitmap: bitmap, child });
  });
  const children = [texts(entries.map(({ id }) => id)), texts(entries.map(() => stamp)), ...numbers];
  const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length, nullCount: 0, children });
  return new arrow.Table(schema, new arrow.RecordBatch(schema, struct));
}
