import type { Query } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import type { VectorChannel } from "../../../core/ports";
import { slices } from "../../system";
import type { VectorBatch } from "../engine/backend";

export type Row = Record<string, unknown>;

/** Rows of one part that the database hands over: the usual 8192 would take longer to copy and read than anybody may wait. */
const maxBatchLength = 512;

/** In parts of a bounded size. The client offers that in its types only for results that are collected. */
const batchesOf = (query: Query): AsyncIterable<RecordBatch> => (query as unknown as { execute(options: { maxBatchLength: number }): AsyncIterable<RecordBatch> }).execute({ maxBatchLength });

/** Rows one by one, without holding all of them, and without holding up other work. */
export async function* rowsOf(query: Query): AsyncGenerator<Row> {
  const pause = slices();
  for await (const batch of batchesOf(query)) {
    const columns = batch.schema.fields.map(({ name }) => [name, batch.getChild(name)!] as const);
    for (let index = 0; index < batch.numRows; index += 1) {
      yield Object.fromEntries(columns.map(([name, column]) => [name, column.get(index) as unknown]));
      if (index % 32 === 0) await pause();
    }
  }
}

/** Gives `take` one channel's vectors of a query in which none is missing, batch by batch. */
export async function readBatches(query: Query, channel: VectorChannel, dimension: number, take: (batch: VectorBatch) => Promise<void>): Promise<void> {
  const pause = slices();
  for await (const batch of batchesOf(query)) {
    await pause();
    const ids = Array.from(batch.getChild("id")!, String);
    // Without missing ones, the numbers of all lists lie one after another.
    const numbers = batch.getChild(channel)!.data.map((part) => (part.children[0]!.values as Float32Array).subarray(part.offset * dimension, (part.offset + part.length) * dimension));
    await take({ ids, rows: numbers.length === 1 ? numbers[0]! : Float32Array.from(numbers.flatMap((part) => [...part])) });
  }
}
