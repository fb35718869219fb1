import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startObjectStore, type ObjectStore } from "../../fixtures/object-store";
import { entry, idsOf, picture, space, unit, vectors, workshop } from "./make";

describe("a library in an object store", () => {
  const shop = workshop("lancedb");
  let server: ObjectStore;
  beforeAll(async () => void (server = await startObjectStore()));
  afterEach(() => shop.clean());
  afterAll(() => server.close());
  const open = (name: string, create = true) => shop.open(`s3://bucket/${name}`, { create, storage: { awsAccessKeyId: "id", awsSecretAccessKey: "secret", awsRegion: "here", awsEndpoint: server.endpoint, allowHttp: "true" } });

  it("keeps records, pictures and vectors there", async () => {
    const store = await open("one");
    expect(store).toMatchObject({ place: "s3://bucket/one", engine: "lancedb", notices: [] });
    const [a, b] = await idsOf(store, [entry("circle", { tags: ["t"] }, "p"), entry("square", {}, "p"), entry("square", {}, "q")]);
    await store.setVectors(space("s"), [{ id: a, vectors: vectors(unit(1, 0, 0)) }, { id: b, vectors: vectors(unit(0, 1, 0)) }]);
    const again = await open("one");
    expect((await again.list()).total).toBe(3);
    expect((await again.nearest("text", unit(0, 1, 0), 1))[0]!.id).toBe(b);
    expect((await again.fullText("circle", 1))[0]!.id).toBe(a);
    expect(await again.readImage(picture("p").imageInfo.sha256)).toEqual(picture("p").image);
    expect(await again.remove([a, b])).toBe(2);
    await expect(again.readImage(picture("p").imageInfo.sha256)).rejects.toMatchObject({ code: "file.notFound" });
    expect(await again.readImage(picture("q").imageInfo.sha256)).toEqual(picture("q").image);
    expect([...server.objects.keys()].some((key) => key.startsWith("one/pictures.lance/"))).toBe(true);
  });

  it("is not made by one who only wants to read", async () => {
    await expect(open("none", false)).rejects.toMatchObject({ code: "library.notFound", details: { place: "s3://bucket/none" } });
    expect([...server.objects.keys()].filter((key) => key.startsWith("none/") && !key.startsWith("none/__manifest"))).toEqual([]);
    await (await open("some")).add([entry("Q")]);
    expect((await (await open("some", false)).list()).total).toBe(1);
  });

  it("loses nothing of two machines that change the same exemplar at once", async () => {
    const left = await open("two");
    const right = await open("two");
    await Promise.all([left, right].flatMap((store, side) => [0, 1, 2].map((index) => store.add([entry("Q", { tags: [`${side}-${index}`] }), entry(`own ${side} ${index}`)]))));
    const fresh = await open("two");
    const [kept] = (await fresh.list({ text: "q" })).exemplars;
    expect([...kept!.tags].sort()).toEqual(["0-0", "0-1", "0-2", "1-0", "1-1", "1-2"]);
    expect((await fresh.list()).exemplars.map(({ question }) => question).sort()).toEqual(["Q", "own 0 0", "own 0 1", "own 0 2", "own 1 0", "own 1 1", "own 1 2"]);
    expect((await fresh.list()).total).toBe(7);
  });
});
