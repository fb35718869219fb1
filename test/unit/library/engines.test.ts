import { existsSync } from "node:fs";
import { readdir, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { lookBack, restoreLibrary } from "../../../src/adapters/library";
import { systemClock } from "../../../src/adapters/system";
import { silentLogger, type ExemplarStore } from "../../../src/core/ports";
import { entry, idsOf, picture, space, unit, vectors, workshop } from "./make";

const shop = workshop("lancedb");
afterEach(() => shop.clean());
const hidden = { engine: "auto", loadLance: () => Promise.reject(new Error("Cannot find module 'lancedb.linux-riscv'\nRequire stack")) } as const;
const questionsOf = async (store: ExemplarStore) => (await store.list()).exemplars.map(({ question }) => question).sort();

describe("LanceDB missing", () => {
  it("is told once, and everything works on files", async () => {
    const store = await shop.open(await shop.folder(), hidden);
    expect(store.engine).toBe("files");
    expect(store.notices).toHaveLength(1);
    expect(store.notices[0]).toMatchObject({ code: "fallback", detail: expect.stringMatching(/^LanceDB cannot be loaded here: Figtree was installed without it for \w+-\w+\. The library is kept in plain files/) as string });
    const old = await shop.open(await shop.folder(), { ...hidden, loadLance: () => Promise.reject(new Error("version `GLIBC_2.38' not found.")) });
    expect(old.notices[0]).toMatchObject({ code: "fallback", detail: expect.stringContaining("version `GLIBC_2.38' not found. The library") as string });
    await store.add([entry("one")]);
    expect(await questionsOf(store)).toEqual(["one"]);
  });

  it("is needed to set a library back, and says so", async () => {
    const place = await shop.folder();
    const store = await shop.open(place, hidden);
    await store.add([entry("one")]);
    await store.close();
    await expect(restoreLibrary({ ...hidden, place, clock: systemClock, logger: silentLogger })).rejects.toMatchObject({ code: "library.unreachable", details: { place, message: expect.stringMatching(/^LanceDB cannot be loaded here: Figtree was installed without it/) as string } });
  });

  it("is refused where files cannot take its place", async () => {
    for (const place of ["s3://bucket/library", "gs://bucket", "db://name"]) await expect(shop.open(place, hidden)).rejects.toMatchObject({ code: "library.unreachable", details: { place } });
    await expect(shop.open(await shop.folder(), { ...hidden, engine: "lancedb" })).rejects.toMatchObject({ code: "library.unreachable" });
  });

  it("loses nothing when it comes back: what the files have is taken over", async () => {
    const place = await shop.folder();
    const database = await shop.open(place);
    const [one] = await idsOf(database, [entry("one", { tags: ["a"] })]);
    await database.setVectors(space("s"), [{ id: one, vectors: vectors(unit(1, 0, 0)) }]);
    await database.close();
    const files = await shop.open(place, hidden);
    expect(files.notices[0]!.detail).toContain("not seen until it is used again");
    const [two] = await idsOf(files, [entry("two"), entry("one", { tags: ["b"], context: "c", passRate: 0.5 })]);
    const { createdAt } = (await files.get([two]))[0]!;
    await files.setVectors(space("s"), [{ id: two, vectors: vectors(unit(0, 1, 0), unit(1, 0)) }]);
    const back = await shop.open(place);
    expect(back).toMatchObject({ engine: "lancedb", notices: [] });
    expect(await questionsOf(back)).toEqual(["one", "two"]);
    expect(await back.get([one, two])).toMatchObject([{ tags: ["a", "b"], context: "c", passRate: 0.5 }, { createdAt }]);
    expect((await back.nearest("text", unit(0, 1, 0), 1))[0]!.id).toBe(two);
    expect((await back.nearest("text", unit(1, 0, 0), 1))[0]!.id).toBe(one);
    expect(await back.readImage(picture("two").imageInfo.sha256)).toEqual(picture("two").image);
    expect((await readdir(path.join(place, "files"))).filter((name) => !name.startsWith("taken-over-"))).toEqual([]);
    expect(await questionsOf(files)).toEqual([]);
    await back.remove([two]);
    expect(await questionsOf(await shop.open(place))).toEqual(["one"]);
  });

  it("keeps the database's vectors where the files have those of another embedder", async () => {
    const place = await shop.folder();
    const database = await shop.open(place);
    const [one] = await idsOf(database, [entry("one")]);
    await database.setVectors(space("mine"), [{ id: one, vectors: vectors(unit(1, 0, 0)) }]);
    const files = await shop.open(place, hidden);
    const [two] = await idsOf(files, [entry("two")]);
    await files.setVectors(space("other"), [{ id: two, vectors: vectors(unit(0, 1, 0)) }]);
    const back = await shop.open(place);
    expect(await back.stats()).toMatchObject({ exemplars: 2, embedder: space("mine"), withoutVectors: 1 });
  });

  it("is not loaded by plain files, which say when a database lies beside them", async () => {
    const place = await shop.folder();
    let loads = 0;
    const files = await shop.open(place, { engine: "files", loadLance: () => ((loads += 1), Promise.reject(new Error())) });
    expect(loads).toBe(0);
    expect(files.notices).toEqual([]);
    await (await shop.open(await shop.folder())).close();
    await shop.open(place);
    expect((await shop.open(place, { engine: "files" })).notices).toMatchObject([{ code: "fallback" }]);
  });
});

/** Newest first. */
async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".manifest") || name.endsWith(".lance"));
  const dated = await Promise.all(names.map(async (name) => [path.join(folder, name), (await stat(path.join(folder, name))).mtimeMs] as const));
  return dated.sort((left, right) => right[1] - left[1]).map(([file]) => file);
}

async function library(): Promise<{ place: string; store: ExemplarStore; ids: string[] }> {
  const place = await shop.folder();
  const store = await shop.open(place);
  const ids: string[] = [];
  for (const question of ["one", "two", "three"]) {
    ids.push((await store.add([entry(question)]))[0]!.id);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await store.setVectors(space("s"), ids.map((id) => ({ id, vectors: vectors(unit(1, 0, 0)) })));
  return { place, store, ids };
}

const restore = async (place: string): Promise<ExemplarStore> => restoreLibrary({ place, clock: systemClock, logger: silentLogger });

describe("a damaged table", () => {
  it.each([0, 20, 150])("whose newest manifest is cut to %i bytes is named with its last whole version, and set back", async (bytes) => {
    const { place, store } = await library();
    await store.close();
    const [newest] = await filesOf(path.join(place, "exemplars.lance", "_versions"));
    await truncate(newest!, bytes);
    await expect(shop.open(place)).rejects.toMatchObject({ code: "library.damaged", details: { place, table: "exemplars", version: 3, exemplars: 2, date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string } });
    expect(await lookBack({ place, clock: systemClock, logger: silentLogger })).toMatchObject({ version: 3, exemplars: 2 });
    const restored = await restore(place);
    expect(restored.notices).toMatchObject([{ code: "restored", detail: expect.stringMatching(/^exemplars: \d/) as string }]);
    expect(await questionsOf(restored)).toEqual(["one", "two"]);
    await restored.add([entry("four")]);
    expect(await questionsOf(restored)).toEqual(["four", "one", "two"]);
    expect(existsSync(path.join(place, "damaged"))).toBe(true);
    await restored.close();
    expect((await shop.open(place)).notices).toEqual([]);
  });

  it("whose newest data is cut fails when it is read, also in a window that had it open", async () => {
    const { place, store } = await library();
    const [newest] = await filesOf(path.join(place, "exemplars.lance", "data"));
    await truncate(newest!, 100);
    const damaged = { code: "library.damaged", details: { table: "exemplars", version: 3 } };
    const window = await shop.open(place);
    await expect(window.list()).rejects.toMatchObject(damaged);
    await expect(window.fullText("one", 3)).rejects.toMatchObject(damaged);
    await expect(window.get(["0".repeat(32)])).rejects.toMatchObject(damaged);
    await window.close();
    await store.close();
    const restored = await restore(place);
    expect(await questionsOf(restored)).toEqual(["one", "two"]);
    expect(await restored.stats()).toMatchObject({ exemplars: 2, withoutVectors: 0 });
    await restored.close();
  });

  it("of vectors costs the vectors only", async () => {
    const { place, store, ids } = await library();
    await store.close();
    const [newest] = await filesOf(path.join(place, "vectors_1.lance", "data"));
    await truncate(newest!, 10);
    const window = await shop.open(place);
    await expect(window.nearest("text", unit(1, 0, 0), 1)).rejects.toMatchObject({ code: "library.damaged", details: { table: "vectors_1", exemplars: 3 } });
    expect(await questionsOf(window)).toEqual(["one", "three", "two"]);
    await window.close();
    const restored = await restore(place);
    expect((await restored.withoutVectors(space("s"))).sort()).toEqual([...ids].sort());
    expect(await restored.nearest("text", unit(1, 0, 0), 1)).toEqual([]);
    await restored.setVectors(space("s"), [{ id: ids[0]!, vectors: vectors(unit(1, 0, 0)) }]);
    expect((await restored.nearest("text", unit(1, 0, 0), 1))[0]!.id).toBe(ids[0]);
    await restored.close();
  });

  it("without any whole version is left as it is", async () => {
    const { place, store } = await library();
    await store.close();
    for (const manifest of await filesOf(path.join(place, "exemplars.lance", "_versions"))) await writeFile(manifest, "x");
    const before = await readdir(path.join(place, "exemplars.lance", "_versions"));
    const failure = await shop.open(place).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "library.damaged", details: { table: "exemplars" } });
    expect(failure).not.toHaveProperty("details.version");
    await expect(restore(place)).rejects.toMatchObject({ code: "library.damaged" });
    expect(await readdir(path.join(place, "exemplars.lance", "_versions"))).toEqual(before);
    expect(existsSync(path.join(place, "damaged"))).toBe(false);
  });

  it("that is whole is not touched", async () => {
    const { place, store } = await library();
    await store.close();
    expect(await lookBack({ place, clock: systemClock, logger: silentLogger })).toBeNull();
    const restored = await restore(place);
    expect(restored.notices).toEqual([]);
    expect(await questionsOf(restored)).toEqual(["one", "three", "two"]);
    await restored.close();
  });
});

describe("a place that is not on this machine", () => {
  it("is named without secrets when it does not answer", async () => {
    await expect(shop.open("db://library", { apiKey: "sk-secret", host: "http://127.0.0.1:9" })).rejects.toSatisfy((thrown: Error & { code?: string }) => thrown.code === "library.unreachable" && !JSON.stringify(thrown).includes("sk-secret"));
    await expect(restore("s3://key:secret@bucket/library?token=1")).rejects.toMatchObject({ code: "input.invalid", details: { value: "s3://bucket/library" } });
  });
});

describe("a library that has to be there", () => {
  it("is refused by name where a folder has none, which stays as it is", async () => {
    const place = await shop.folder();
    for (const somewhere of [place, path.join(place, "deeper")]) {
      await expect(shop.open(somewhere, { create: false })).rejects.toMatchObject({ code: "library.notFound", details: { place: somewhere } });
      await expect(restoreLibrary({ place: somewhere, clock: systemClock, logger: silentLogger })).rejects.toMatchObject({ code: "library.notFound" });
    }
    expect(await readdir(place)).toEqual([]);
  });

  it("is opened by either engine once it was made, and writes nothing of its own to the terminal", async () => {
    for (const made of [{}, hidden]) {
      const place = await shop.folder();
      await (await shop.open(place, made)).add([entry("one")]);
      for (const options of [made, {}]) expect(await questionsOf(await shop.open(place, { ...options, create: false }))).toEqual(["one"]);
    }
    expect(process.env["LANCEDB_LOG"]).toBe("off");
  });
});
