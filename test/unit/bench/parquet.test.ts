import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { openParquet } from "../../../src/bench/datasets/files/parquet";
import { parquetFile } from "../../fixtures/parquet-file";

const folder = mkdtempSync(path.join(tmpdir(), "figtree-parquet-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string, bytes: Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

test("reads texts, numbers, lists, records and pictures over row groups and files", async () => {
  const part = (from: number): Uint8Array =>
    parquetFile(
      {
        id: { type: "text", values: [`${from}`, `${from + 1}`, null] },
        level: { type: "integer", values: [from, null, 7] },
        precision: { type: "double", values: [1, 2.5, null] },
        choices: { type: "texts", values: [["a", "ü"], [], null] },
        image: { type: "picture", values: [new Uint8Array([from, 255, 0]), null, new Uint8Array([9])] },
        metadata: { type: "record", values: [{ task: "t1", skills: ["x", "y"] }, { task: "t2", skills: [] }, { task: "t3", skills: ["z"] }] },
      },
      2,
    );
  const table = await openParquet([place("a.parquet", part(10)), place("b.parquet", part(20))]);
  expect(table.columns).toEqual(["id", "level", "precision", "choices", "image", "metadata"]);
  const rows = await table.records(["id", "level", "precision", "choices", "metadata", "absent"]);
  expect(rows).toHaveLength(6);
  expect(rows[0]).toMatchObject({ id: "10", level: 10, precision: 1, choices: ["a", "ü"], metadata: { task: "t1", skills: ["x", "y"] } });
  expect(rows[4]).toMatchObject({ id: "21", precision: 2.5, choices: [], metadata: { task: "t2", skills: [] } });
  expect(rows[0]).not.toHaveProperty("image");
  expect(await table.picture(3, "image")).toEqual(new Uint8Array([20, 255, 0]));
  expect(await table.picture(4, "image")).toBeNull();
  expect(await table.picture(2, "image")).toEqual(new Uint8Array([9]));
  expect(await table.filled("image")).toEqual([true, false, true, true, false, true]);
});

test.each(["snappy", "gzip"] as const)("reads %s compression", async (codec) => {
  const words = Array.from({ length: 200 }, (_, index) => `word ${index}`);
  const table = await openParquet([place(`${codec}.parquet`, parquetFile({ word: { type: "text", values: words }, image: { type: "picture", values: words.map((_, index) => new Uint8Array([index, 1])) } }, 64, codec))]);
  expect((await table.records(["word"])).map((row) => row["word"])).toEqual(words);
  expect(await table.picture(199, "image")).toEqual(new Uint8Array([199, 1]));
});

test("refuses what is no Parquet file and stops when told to", async () => {
  const file = place("text.parquet", new TextEncoder().encode("no table at all"));
  await expect(openParquet([file])).rejects.toMatchObject({ code: "input.invalid", details: { value: file } });
  await expect(openParquet([file], AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
});
