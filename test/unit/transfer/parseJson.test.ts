import fc from "../../fixtures/properties";
import { expect, test, vi } from "vitest";
import { parseJson } from "../../../src/adapters/transfer/read/parseJson";

test("any document, however finely it is taken apart, is what JSON.parse makes of it", async () => {
  await fc.assert(fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, 3), fc.integer({ min: 1, max: 40 }), async (value, indent, stretch) => {
    const text = JSON.stringify(value, null, indent);
    expect(await parseJson(` ${text}\r\n\t`, stretch)).toEqual(JSON.parse(text));
  }));
});

test("what is no JSON is refused as JSON.parse refuses it", async () => {
  const whole = JSON.stringify({ a: [1, { b: 'x"\\' }, null, true], "": { c: -2.5e3 } });
  await fc.assert(fc.asyncProperty(fc.nat(whole.length), fc.constantFrom("", ",", "]", "}", "[", '"', "\\", ":", "x", "\u00a0"), fc.integer({ min: 1, max: 30 }), async (at, put, stretch) => {
    const text = whole.slice(0, at) + put + whole.slice(at + 1);
    let expected: unknown;
    try {
      expected = JSON.parse(text);
    } catch (thrown) {
      await expect(parseJson(text, stretch)).rejects.toThrow((thrown as Error).message);
      return;
    }
    expect(await parseJson(text, stretch)).toEqual(expected);
  }));
});

test("a name that objects have already is a field like others", async () => {
  const value = (await parseJson('{"__proto__": {"polluted": 1}, "constructor": 2}', 1)) as object;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("others have their turn while a large document is parsed", async () => {
  const text = JSON.stringify({ data: { train: Array.from({ length: 2_000 }, (_, index) => ({ index, question: "How many? ".repeat(10) })) } });
  // A machine on which every look at the clock finds a millisecond gone.
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    ticking = setImmediate(count);
  };
  let ticking = setImmediate(count);
  const value = (await parseJson(text)) as { data: { train: unknown[] } };
  clearImmediate(ticking);
  vi.restoreAllMocks();
  expect(value.data.train).toHaveLength(2_000);
  expect(turns).toBeGreaterThan(1);
});
