import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "../../fixtures/properties";
import { afterEach, describe, expect, it } from "vitest";
import { exemplarId } from "../../../src/adapters/library";
import { entry, idsOf, picture, space, unit, vectors, workshop } from "./make";

describe.each(["lancedb", "files"] as const)("the library in %s", (engine) => {
  const shop = workshop(engine);
  afterEach(() => shop.clean());
  const fresh = async () => shop.open(await shop.folder());

  it("is made in an empty folder and says what it is", async () => {
    const place = await shop.folder();
    const store = await shop.open(path.join(place, "new", "library"));
    expect(store).toMatchObject({ place: path.join(place, "new", "library"), engine, notices: [] });
    expect(await store.stats()).toEqual({ exemplars: 0, withContext: 0, meanPassRate: null, embedder: null, withoutVectors: 0 });
    expect(await store.list()).toEqual({ total: 0, exemplars: [] });
    expect(await store.fullText("anything", 5)).toEqual([]);
    expect(await store.nearest("text", unit(1, 0, 0), 5)).toEqual([]);
  });

  it("keeps every field, and again after it is opened anew", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const full = entry("How large is angle A?", { choices: ["30", "60", "it's \"90\""], answer: "60", subject: "geometry", tags: ["angle", "o'clock"], source: "own 100%", licence: "CC0", candidates: [{ text: "Sub-question 1: a\nAnswer 1: b", passRate: 0.6 }, { text: "c", passRate: null }], context: "Sub-question 1: a\nAnswer 1: b", passRate: 0.6 });
    const [result] = await store.add([full]);
    const id = exemplarId(full.imageInfo.sha256, "How large is angle A?");
    expect(result).toEqual({ id, merged: false });
    const [kept] = await store.get([id]);
    expect(kept).toMatchObject({ ...full.exemplar, id, image: full.imageInfo });
    expect(kept!.createdAt).toBe(kept!.updatedAt);
    await store.close();
    const again = await shop.open(place);
    expect(await again.get(["0".repeat(32), id, id])).toEqual([undefined, kept, kept]);
    expect(await again.readImage(full.imageInfo.sha256)).toEqual(full.image);
  });

  it("merges the same picture and question, also within one call", async () => {
    const store = await fresh();
    const [first, second, other] = await store.add([entry("Q  one?", { tags: ["a"], answer: "4" }, "p"), entry(" Q one? ", { tags: ["b", "a"], answer: "5", subject: "algebra", context: "why", passRate: 0.4, candidates: [{ text: "why", passRate: 0.4 }] }, "p"), entry("q one?", {}, "p")]);
    expect([first!.merged, second!.merged, other!.merged]).toEqual([false, true, false]);
    expect(second!.id).toBe(first!.id);
    const [third] = await store.add([entry("Q one?", { tags: ["c"], context: "other", passRate: 1, candidates: [{ text: "other", passRate: 1 }, { text: "why", passRate: 0.9 }], licence: "MIT" }, "p")]);
    expect(third).toEqual({ id: first!.id, merged: true });
    const [kept] = await store.get([first!.id]);
    expect(kept).toMatchObject({ question: "Q  one?", answer: "4", subject: "algebra", tags: ["a", "b", "c"], licence: "MIT", context: "why", passRate: 0.4, candidates: [{ text: "why", passRate: 0.4 }, { text: "other", passRate: 1 }] });
    expect((await store.list()).total).toBe(2);
  });

  it("takes the rate of the same context where it had none, and changes nothing where nothing is new", async () => {
    const store = await fresh();
    const [id] = await idsOf(store, [entry("Q", { context: "c" })]);
    await store.add([entry("Q", { context: "c", passRate: 0.8 })]);
    const [rated] = await store.get([id]);
    expect(rated).toMatchObject({ context: "c", passRate: 0.8 });
    await store.add([entry("Q", { context: "d", passRate: 0.1 })]);
    expect(await store.get([id])).toEqual([rated]);
  });

  it("lists the newest first, by page and by every condition", async () => {
    const store = await fresh();
    await store.add([entry("Old triangle", { subject: "geometry", tags: ["shape"], context: "x", passRate: 0.5 })]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.add([entry("Ünlü KREIS 50%", { subject: "it's", tags: ["a'b", "c"], source: "book\\_1", context: "y", passRate: 0 })]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await store.add([entry("No context", { answer: "forty" }), entry("Unverified", { context: "z" })]);
    const questions = async (query: Parameters<typeof store.list>[0]) => (await store.list(query)).exemplars.map(({ question }) => question).sort();
    const all = (await store.list()).exemplars.map(({ question }) => question);
    expect(all.slice(2)).toEqual(["Ünlü KREIS 50%", "Old triangle"]);
    expect(await store.list({ offset: 2, limit: 1 })).toMatchObject({ total: 4, exemplars: [{ question: "Ünlü KREIS 50%" }] });
    expect((await store.list({ offset: 9 })).exemplars).toEqual([]);
    expect((await store.list({ limit: 0 })).total).toBe(4);
    expect(await questions({ text: "kreis ünlü" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ text: "FORTY" })).toEqual(["No context"]);
    expect(await questions({ text: "geometry" })).toEqual(["Old triangle"]);
    expect(await questions({ text: "50%" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ text: "%" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ text: "_" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ text: "book\\_1" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ text: "' OR 1=1 --" })).toEqual([]);
    expect(await questions({ subject: "it's" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ subject: "its" })).toEqual([]);
    expect(await questions({ tag: "a'b" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ tag: "x') OR ('a'='a" })).toEqual([]);
    expect(await questions({ state: "verified" })).toEqual(["Old triangle"]);
    expect(await questions({ state: "withContext" })).toEqual(["Old triangle", "Unverified", "Ünlü KREIS 50%"].sort());
    expect(await questions({ state: "withoutContext" })).toEqual(["No context"]);
    expect(await questions({ state: "flagged" })).toEqual(["Ünlü KREIS 50%"]);
    expect(await questions({ state: "withContext", text: "triangle" })).toEqual(["Old triangle"]);
    expect(await store.stats()).toMatchObject({ exemplars: 4, withContext: 3, meanPassRate: 0.25 });
  });

  it("keeps an exemplar whose question stands in its figure", async () => {
    const store = await fresh();
    const [id] = await idsOf(store, [entry("", {}, "figure")]);
    expect(await store.get([id])).toMatchObject([{ question: "", answer: "4" }]);
    await store.setVectors(space("e"), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    expect(await store.fullText("anything", 5)).toEqual([]);
    expect((await store.nearest("text", unit(1, 0, 0), 5)).map((hit) => hit.id)).toEqual([id]);
  });

  it("filters by a whole pasted page: every one of its words must be there, however many they are", async () => {
    const store = await fresh();
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index}`);
    await store.add([entry(words.join(" ")), entry(words.slice(1).join(" ")), entry("word1")]);
    expect((await store.list({ text: [...words, ...words].join(" ") })).exemplars.map(({ question }) => question.length)).toEqual([words.join(" ").length]);
    expect(await store.list({ text: [...words, "absent"].join("\n") })).toEqual({ total: 0, exemplars: [] });
    expect((await store.list({ text: words.slice(1).join(" ") })).total).toBe(2);
  });

  it("survives every text in ids, filters and searches", async () => {
    const store = await fresh();
    await store.add([entry("plain")]);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("'", "\"", "\\", "%", "_", "(", ")", ";", "*", ":", "~", "\0", "a", " ") })), async (text) => {
        expect(await store.get([text])).toEqual([undefined]);
        expect(await store.update(text, { answer: "x" })).toBe(false);
        expect(await store.remove([text])).toBe(0);
        expect((await store.list({ subject: `${text}!`, tag: text })).total).toBe(0);
        await store.list({ text });
        await store.fullText(text, 3);
      }),
      { numRuns: 40 },
    );
    expect((await store.list()).total).toBe(1);
  });

  it("keeps texts of every kind unchanged", async () => {
    const store = await fresh();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== ""), fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }), async (text, list) => {
        const [id] = await idsOf(store, [entry(text, { answer: text, choices: list, tags: [...new Set(list)] }, text)]);
        expect((await store.get([id]))[0]).toMatchObject({ answer: text, choices: list, tags: [...new Set(list)] });
        await store.remove([id]);
      }),
      { numRuns: 15 },
    );
  });

  it("changes what may be changed", async () => {
    const store = await fresh();
    const [id] = await idsOf(store, [entry("Q", { tags: ["a"] })]);
    const before = (await store.get([id]))[0]!;
    const patch = { answer: "5", tags: ["b"], context: "c", passRate: 1, question: "smuggled" };
    expect(await store.update(id, patch)).toBe(true);
    expect(await store.update("f".repeat(32), patch)).toBe(false);
    const after = (await store.get([id]))[0]!;
    expect(after).toMatchObject({ question: "Q", answer: "5", tags: ["b"], context: "c", passRate: 1, createdAt: before.createdAt });
    expect(after.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
    await store.update(id, { context: null, passRate: null });
    expect((await store.get([id]))[0]).toMatchObject({ context: null, passRate: null });
  });

  it("removes a picture with the last exemplar that has it", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const [one, two] = await idsOf(store, [entry("Q1", {}, "p"), entry("Q2", {}, "p"), entry("Q3", {}, "q")]);
    const { sha256 } = picture("p").imageInfo;
    expect(await store.remove([one, one, "0".repeat(32)])).toBe(1);
    expect(await store.readImage(sha256)).toEqual(picture("p").image);
    expect(await store.remove([two])).toBe(1);
    await expect(store.readImage(sha256)).rejects.toMatchObject({ code: "file.notFound" });
    expect(await readdir(path.join(place, "images"))).toEqual([`${picture("q").imageInfo.sha256}.png`]);
    expect((await store.list()).total).toBe(1);
  });

  it("notices a picture that is not itself any more, and heals it when it is added again", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    await store.add([entry("Q", {}, "p")]);
    const { sha256 } = picture("p").imageInfo;
    await writeFile(path.join(place, "images", `${sha256}.png`), "something else");
    await expect(store.readImage(sha256)).rejects.toMatchObject({ code: "library.damaged" });
    await store.add([entry("Q", {}, "p")]);
    expect(await store.readImage(sha256)).toEqual(picture("p").image);
    await expect(store.readImage("../../etc/passwd")).rejects.toMatchObject({ code: "input.invalid" });
  });

  it("refuses what cannot be right", async () => {
    const store = await fresh();
    const right = entry("Q");
    const invalid = { code: "input.invalid" };
    await expect(store.add([{ ...right, image: picture("other").image }])).rejects.toMatchObject(invalid);
    await expect(store.add([entry("Q", { passRate: 1.5 })])).rejects.toMatchObject(invalid);
    await expect(store.list({ limit: -1 })).rejects.toMatchObject(invalid);
    const [id] = await idsOf(store, [right]);
    await expect(store.update(id, { candidates: [{ text: "", passRate: Number.NaN }] })).rejects.toMatchObject(invalid);
    await expect(store.setVectors(space("s"), [{ id, vectors: vectors(unit(1, 2)) }])).rejects.toMatchObject(invalid);
    await expect(store.setVectors(space("s"), [{ id, vectors: vectors(Float32Array.of(1, 1, 1)) }])).rejects.toMatchObject(invalid);
    await expect(store.setVectors(space("s"), [{ id, vectors: vectors(Float32Array.of(Number.NaN, 0, 0)) }])).rejects.toMatchObject(invalid);
    await store.setVectors(space("s"), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    await expect(store.nearest("text", unit(1, 0), 1)).rejects.toMatchObject(invalid);
    await expect(store.nearest("text", unit(1, 0, 0), 1.5)).rejects.toMatchObject(invalid);
    expect(await store.stats()).toMatchObject({ exemplars: 1 });
  });

  it("finds the nearest by cosine, without flagged, excluded and removed ones", async () => {
    const store = await fresh();
    const added = await store.add(["a", "b", "c", "d", "e"].map((name) => entry(name)));
    const [a, b, c, d, e] = added.map(({ id }) => id) as [string, string, string, string, string];
    await store.setVectors(space("s"), [
      { id: a, vectors: vectors(unit(1, 0, 0), unit(0, 1)) },
      { id: b, vectors: vectors(unit(1, 1, 0), null) },
      { id: c, vectors: vectors(unit(0, 1, 0), unit(1, 0)) },
      { id: d, vectors: vectors(unit(-1, 0, 0)) },
      { id: "9".repeat(32), vectors: vectors(unit(1, 0, 0)) },
    ]);
    const near = await store.nearest("text", unit(1, 0, 0), 10);
    expect(near.map(({ id }) => id)).toEqual([a, b, c, d]);
    for (const [index, cosine] of [1, Math.SQRT1_2, 0, -1].entries()) expect(near[index]!.score).toBeCloseTo(cosine, 6);
    expect((await store.nearest("text", unit(1, 0, 0), 2)).map(({ id }) => id)).toEqual([a, b]);
    expect(await store.nearest("text", unit(1, 0, 0), 0)).toEqual([]);
    expect((await store.nearest("text", unit(1, 0, 0), 2, new Set([a]))).map(({ id }) => id)).toEqual([b, c]);
    expect((await store.nearest("image", unit(1, 0), 5)).map(({ id }) => id)).toEqual([c, a]);
    expect(await store.nearest("joint", unit(1, 0), 5)).toEqual([]);
    await store.update(b, { context: "wrong", passRate: 0 });
    await store.remove([d]);
    expect((await store.nearest("text", unit(1, 0, 0), 10)).map(({ id }) => id)).toEqual([a, c]);
    await store.update(b, { passRate: 0.2 });
    await store.setVectors(space("s"), [{ id: a, vectors: vectors(null, unit(1, 0)) }, { id: c, vectors: vectors(unit(0, 0, 1), null) }]);
    expect((await store.nearest("text", unit(1, 0, 0), 10)).map(({ id }) => id)).toEqual([b, c]);
    expect((await store.nearest("image", unit(1, 0), 5)).map(({ id }) => id)).toEqual([a]);
    expect(await store.withoutVectors(space("s"))).toEqual([e]);
    expect((await store.vectors([a, e, b]))).toEqual([vectors(null, unit(1, 0)), undefined, vectors(unit(1, 1, 0))]);
    expect(await store.stats()).toMatchObject({ embedder: space("s"), withoutVectors: 1 });
  });

  it("does not give an exemplar that comes again the vectors that it had", async () => {
    const store = await fresh();
    const [id] = await idsOf(store, [entry("a")]);
    await store.setVectors(space("s"), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    await store.remove([id]);
    await store.add([entry("a")]);
    expect(await store.withoutVectors(space("s"))).toEqual([id]);
    expect(await store.nearest("text", unit(1, 0, 0), 5)).toEqual([]);
  });

  it("remembers where the embedder was last, and keeps the vectors when it moves", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const window = await shop.open(place);
    const [id] = await idsOf(store, [entry("a")]);
    await store.setVectors({ ...space("m"), place: "http://one/v1" }, [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    expect((await window.stats()).embedder).toEqual({ ...space("m"), place: "http://one/v1" });
    await store.setVectors({ ...space("m"), place: "http://two/v1" }, []);
    expect(await window.stats()).toMatchObject({ embedder: { ...space("m"), place: "http://two/v1" }, withoutVectors: 0 });
    expect((await (await shop.open(place)).nearest("text", unit(1, 0, 0), 1))[0]!.id).toBe(id);
  });

  it("reads the address out of the names that older libraries gave", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const [id] = await idsOf(store, [entry("a")]);
    await store.setVectors(space('endpoint http://localhost:1234/v1 my embedder "query: "'), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    await store.close();
    const reopened = await shop.open(place);
    expect((await reopened.stats()).embedder).toEqual({ ...space('endpoint my embedder "query: "'), place: "http://localhost:1234/v1" });
    expect(await reopened.withoutVectors(space('endpoint my embedder "query: "'))).toEqual([]);
  });

  it("changes the space as a whole, also under windows that know the old one", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const window = await shop.open(place);
    const [a, b] = await idsOf(store, [entry("a"), entry("b")]);
    await store.setVectors(space("old"), [{ id: a, vectors: vectors(unit(1, 0, 0), unit(1, 1)) }, { id: b, vectors: vectors(unit(0, 1, 0)) }]);
    expect((await window.nearest("text", unit(0, 1, 0), 1))[0]!.id).toBe(b);
    expect((await window.withoutVectors(space("new", 2, null, 4))).sort()).toEqual([a, b].sort());
    await store.setVectors(space("new", 2, null, 4), [{ id: a, vectors: vectors(unit(1, 0), null, unit(1, 0, 0, 0)) }]);
    expect(await window.stats()).toMatchObject({ embedder: space("new", 2, null, 4), withoutVectors: 1 });
    expect((await window.nearest("text", unit(1, 0), 5)).map(({ id }) => id)).toEqual([a]);
    expect((await window.nearest("joint", unit(1, 0, 0, 0), 5)).map(({ id }) => id)).toEqual([a]);
    expect(await window.nearest("image", unit(1, 1), 5)).toEqual([]);
    expect(await window.vectors([a, b])).toEqual([vectors(unit(1, 0), null, unit(1, 0, 0, 0)), undefined]);
    await window.setVectors(space("old"), [{ id: b, vectors: vectors(unit(0, 1, 0)) }]);
    expect((await store.nearest("text", unit(1, 0, 0), 5)).map(({ id }) => id)).toEqual([b]);
    expect(await store.withoutVectors(space("old"))).toEqual([a]);
  });

  it("never fails a search while another window changes the space", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const window = await shop.open(place);
    const [id] = await idsOf(store, [entry("a")]);
    let changing = true;
    const change = (async () => {
      for (let round = 0; round < 12; round += 1) await store.setVectors(space(`s${round}`), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    })().finally(() => (changing = false));
    change.catch(() => undefined);
    while (changing) {
      await window.nearest("text", unit(1, 0, 0), 1);
      await window.stats();
      await window.vectors([id]);
    }
    await change;
    expect((await window.nearest("text", unit(1, 0, 0), 1))[0]).toMatchObject({ id });
  });

  it("finds words by BM25 in what other windows write, too", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const window = await shop.open(place);
    await store.add([entry("The area of a circle", { subject: "geometry" }), entry("The area of a square and a circle"), entry("A clock", { tags: ["circle"], passRate: 0, context: "x" })]);
    const questions = async (query: string, exclude?: Set<string>) => (await window.get((await window.fullText(query, 5, exclude)).map(({ id }) => id))).map((found) => found!.question);
    expect(await questions("AREA square")).toEqual(["The area of a square and a circle", "The area of a circle"]);
    expect(await questions("geometry")).toEqual(["The area of a circle"]);
    expect(await questions("nothing 'like' it")).toEqual([]);
    const [id] = await idsOf(store, [entry("三角形的面积是多少", { tags: ["square"] })]);
    expect(await questions("面积")).toEqual(["三角形的面积是多少"]);
    await store.update(id, { tags: [] });
    expect(await questions("square")).toEqual(["The area of a square and a circle"]);
    expect(await questions("circle", new Set((await window.fullText("square", 1)).map((hit) => hit.id)))).toEqual(["The area of a circle"]);
  });

  it("is closed once and for all", async () => {
    const store = await fresh();
    await store.close();
    await store.close();
    await expect(store.list()).rejects.toMatchObject({ code: "library.unreachable" });
  });

  it("refuses a place that is a file, or lies in one", async () => {
    const place = path.join(await shop.folder(), "file");
    await writeFile(place, "x");
    await expect(shop.open(place)).rejects.toMatchObject({ code: "library.unreachable", details: { place } });
    await expect(shop.open(path.join(place, "deeper"))).rejects.toMatchObject({ code: "library.unreachable" });
    await expect(shop.open(" ")).rejects.toMatchObject({ code: "input.invalid" });
    expect(existsSync(place)).toBe(true);
  });
});
