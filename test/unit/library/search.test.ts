import fc from "../../fixtures/properties";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exemplarId } from "../../../src/adapters/library";
import { createWordIndex } from "../../../src/adapters/library/search/bm25";
import { createMatrix } from "../../../src/adapters/library/search/matrix";
import { termsOf } from "../../../src/adapters/library/search/terms";
import { seededRandom } from "../../../src/core/search";
import { entry, idsOf, space, unit, vectors, workshop } from "./make";

const nothing = (): boolean => false;

describe("the id of an exemplar", () => {
  it("is the beginning of SHA-256 over the picture's hash and the question", () => {
    // printf 'aa\nWhat is it?' | sha256sum
    expect(exemplarId("aa", "What is it?")).toBe("8dd45e998d58469a14748c3c4c939c1e");
    expect(exemplarId("aa", "  What\n is\tit? ")).toBe("8dd45e998d58469a14748c3c4c939c1e");
    expect(exemplarId("aa", "what is it?")).not.toBe(exemplarId("aa", "What is it?"));
    expect(exemplarId("aa", "Caf\u00e9")).toBe(exemplarId("aa", "Cafe\u0301"));
    expect(exemplarId("ab", "What is it?")).not.toBe(exemplarId("aa", "What is it?"));
  });
});

describe("terms", () => {
  it.each([
    ["The area of ABC's angle, 3.5 cm²!", ["the", "area", "of", "abc", "s", "angle", "3", "5", "cm2"]],
    ["Café ÜBER Straße", ["cafe", "uber", "straße"]],
    ["三角形x的", ["三角", "角形", "x", "的"]],
    ["ひらがな", ["ひら", "らが", "がな"]],
    ["कोण क्या", ["कोण", "क्या"]],
    ["한국어 문제", ["한국어", "문제"]],
    ["-- '%' ;", []],
  ])("of %j", (text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });
});

describe("BM25", () => {
  it("is worked out by hand", () => {
    const index = createWordIndex();
    index.set("a", ["red", "square"]);
    index.set("b", ["red", "red", "circle", "here"]);
    index.set("c", ["blue", "circle", "there"]);
    // N = 3, mean length 3. "red" is in 2: idf = ln(1 + 1.5 / 2.5) = 0.470004; "here" in 1: ln(1 + 2.5 / 1.5) = 0.980829.
    // a: length 2, K = 1.2 (0.25 + 0.75 * 2 / 3) = 0.9: 0.470004 * 2.2 / 1.9 = 0.544215.
    // b: length 4, K = 1.2 (0.25 + 0.75 * 4 / 3) = 1.5: 0.470004 * 2 * 2.2 / 3.5 = 0.590862; here: 0.980829 * 2.2 / 2.5 = 0.863130.
    const hits = index.search(["red", "here", "red", "none"], 5, nothing);
    expect(hits.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(hits[0]!.score).toBeCloseTo(0.590862 + 0.86313, 5);
    expect(hits[1]!.score).toBeCloseTo(0.544215, 5);
  });

  it("after any changes is that of a new index over what is left", () => {
    const word = fc.constantFrom("a", "b", "c", "d");
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.constantFrom("1", "2", "3", "4"), terms: fc.option(fc.array(word, { maxLength: 5 })) }), { maxLength: 30 }), fc.array(word, { minLength: 1 }), (changes, query) => {
        const index = createWordIndex();
        const left = new Map<string, string[]>();
        for (const { id, terms } of changes) {
          if (terms === null) {
            index.delete(id);
            left.delete(id);
          } else {
            index.set(id, terms);
            left.set(id, terms);
          }
        }
        const fresh = createWordIndex();
        for (const [id, terms] of left) fresh.set(id, terms);
        const round = (hits: ReturnType<typeof fresh.search>) => hits.map(({ id, score }) => `${id} ${score.toFixed(9)}`);
        expect(index.size).toBe(left.size);
        expect(round(index.search(query, 3, nothing))).toEqual(round(fresh.search(query, 3, nothing)));
      }),
    );
  });

  it("says when most of it is gone", () => {
    const index = createWordIndex();
    for (let round = 0; round < 100; round += 1) index.set("a", ["x"]);
    expect(index.worn).toBe(true);
  });
});

describe("exact search", () => {
  it("is that of sorting all cosines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 30 }), fc.integer(), async (dimension, count, limit, seed) => {
        const random = seededRandom(seed);
        const vector = (): Float32Array => unit(...Array.from({ length: dimension }, () => random() - 0.5));
        const matrix = createMatrix(dimension);
        const all = new Map<string, Float32Array>();
        for (let index = 0; index < count; index += 1) {
          const id = String(Math.floor(random() * count));
          if (random() < 0.2) {
            matrix.delete(id);
            all.delete(id);
          } else {
            // Some are equal, so that ties occur.
            const value = random() < 0.1 ? unit(1, ...Array.from({ length: dimension - 1 }, () => 0)) : vector();
            matrix.set(id, value);
            all.set(id, value);
          }
        }
        const query = vector();
        const hidden = (id: string): boolean => Number(id) % 7 === 3;
        const plain = [...all]
          .filter(([id]) => !hidden(id))
          .map(([id, value]) => ({ id, score: value.reduce((sum, number, index) => sum + number * query[index]!, 0) }))
          .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
          .slice(0, limit);
        const hits = await matrix.search(query, limit, hidden);
        expect(matrix.size).toBe(all.size);
        expect(hits.map(({ score }) => score.toFixed(6))).toEqual(plain.map(({ score }) => score.toFixed(6)));
        for (const { id, score } of hits) expect(all.get(id)!.reduce((sum, number, index) => sum + number * query[index]!, 0)).toBeCloseTo(score, 5);
      }),
      { numRuns: 60 },
    );
  });

  it("gives way to others in between", async () => {
    const matrix = createMatrix(64);
    const random = seededRandom(5);
    for (let index = 0; index < 60_000; index += 1) matrix.set(String(index), Float32Array.from({ length: 64 }, () => random() - 0.5));
    // A clock of its own: on a fast machine the whole search may take less than one slice of time.
    let time = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 2));
    let turns = 0;
    let searching = true;
    const count = (): void => {
      turns += 1;
      if (searching) setImmediate(count);
    };
    setImmediate(count);
    await matrix.search(unit(...Array.from({ length: 64 }, () => 1)), 20, nothing);
    searching = false;
    clock.mockRestore();
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});

describe("a library too large for memory", () => {
  const shop = workshop("lancedb");
  afterEach(() => shop.clean());

  it("is searched by the database's indices, with the same results", async () => {
    const place = await shop.folder();
    const options = { clock: { now: () => Date.now(), after: (milliseconds: number, action: () => void) => { const timer = setTimeout(action, Math.min(milliseconds, 20)); return () => clearTimeout(timer); } } };
    const large = await shop.open(place, { memoryRows: 100, ...options });
    const small = await shop.open(place, options);
    const random = seededRandom(11);
    const words = ["angle", "circle", "triangle", "it's", "100%", "面积", "clock"];
    const added = await large.add(Array.from({ length: 600 }, (_, index) => entry(`${words[index % 7]!} ${words[Math.floor(random() * 7)]!} number ${index}`, index % 5 === 0 ? { context: "x", passRate: 0 } : {}, "one picture")));
    const points = added.map(({ id }) => ({ id, vectors: vectors(unit(...Array.from({ length: 16 }, () => random() - 0.5))) }));
    await large.setVectors(space("s", 16, null), points);
    const queries = Array.from({ length: 10 }, () => unit(...Array.from({ length: 16 }, () => random() - 0.5)));
    const first = await large.nearest("text", queries[0]!, 20);
    expect(first.map(({ id }) => id)).toEqual((await small.nearest("text", queries[0]!, 20)).map(({ id }) => id));
    // The first search made the indices fall due; closing waits for work that has begun.
    const { connect } = await import("@lancedb/lancedb");
    const connection = await connect(place);
    const indexed = async (table: string): Promise<string[]> => (await (await connection.openTable(table)).listIndices()).flatMap(({ columns }) => columns);
    while ((await indexed("vectors_1")).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await indexed("exemplars")).sort()).toEqual(["id", "terms"]);
    const late = entry("angle of the latest comer", { tags: ["zebra"] }, "one picture");
    const [id] = await idsOf(small, [late]);
    await small.setVectors(space("s", 16, null), [{ id, vectors: vectors(queries[1]!) }]);
    let same = 0;
    for (const query of queries) {
      const exclude = new Set([points[7]!.id, points[8]!.id]);
      const exact = await small.nearest("text", query, 20, exclude);
      const found = await large.nearest("text", query, 20, exclude);
      expect(found).toHaveLength(20);
      for (const hit of found) {
        const twin = exact.find((other) => other.id === hit.id);
        if (twin === undefined) continue;
        same += 1;
        expect(hit.score).toBeCloseTo(twin.score, 4);
      }
    }
    expect(same / 200).toBeGreaterThanOrEqual(0.98);
    expect((await large.nearest("text", queries[1]!, 1))[0]).toMatchObject({ id });
    expect(await large.nearest("text", queries[0]!, 1_000)).toHaveLength(481);
    for (const text of ["number 17", "it's 100%", "' OR 1=1 --", "\"angle\" AND (circle", "面积", "zebra", "title:angle^2 ~*"]) {
      const [exact, found] = [await small.fullText(text, 8), await large.fullText(text, 8)];
      expect(found.length, text).toBe(exact.length);
      if (exact.length > 0) expect(found[0]!.score, text).toBeCloseTo(exact[0]!.score, 0);
    }
    expect((await large.fullText("zebra", 3)).map((hit) => hit.id)).toEqual([id]);
  });
});
