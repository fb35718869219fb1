import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { embedNgrams, ngramsDimension } from "../../../src/adapters/embedders/offline/ngrams";

const cosine = (a: string, b: string): number => {
  const [left, right] = [embedNgrams(a), embedNgrams(b)];
  return left.reduce((sum, value, index) => sum + value * right[index]!, 0);
};

test("every text has a vector of length 1 that depends on it alone (property)", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const vector = embedNgrams(text);
      expect(vector).toHaveLength(ngramsDimension);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(embedNgrams(text)).toEqual(vector);
    }),
  );
  for (const text of ["", " \n", "???", "😀", "图中有几个圆？"]) expect(Math.hypot(...embedNgrams(text))).toBeCloseTo(1, 5);
});

test("case, width and spaces do not count", () => {
  for (const other of ["WHAT IS THE AREA OF THE TRIANGLE?", "  what is   the area of the triangle", "Ｗｈａｔ is the area of the triangle?"]) expect(cosine("What is the area of the triangle?", other)).toBeCloseTo(1, 5);
});

test("shared wording is near, inflection a little less, other wording far", () => {
  const asked = "What is the area of the triangle?";
  const inflected = cosine(asked, "What are the areas of the triangles?");
  const near = cosine(asked, "Find the area of this triangle.");
  const far = cosine(asked, "Which month had most rainfall?");
  expect(inflected).toBeGreaterThan(0.5);
  expect(near).toBeGreaterThan(0.25);
  expect(far).toBeLessThan(0.15);
  expect(cosine("dog bites man", "man bites dog")).toBeLessThan(0.999);
  expect(cosine("图中三角形的面积是多少", "求三角形的面积")).toBeGreaterThan(0.3);
  expect(cosine("图中三角形的面积是多少", "哪个月降雨最多")).toBeLessThan(0.2);
});

test("a word that is said often counts by 1 + ln(count), and text beyond the limit not at all", () => {
  // Against a text of the other word alone, repetition must move the balance by less than the count does.
  const often = cosine("area area area area area area area area height", "height");
  expect(often).toBeGreaterThan(0.2);
  expect(often).toBeLessThan(cosine("area height", "height"));
  const long = "word ".repeat(2000);
  expect(cosine(long, `${long} and something else`)).toBeCloseTo(1, 5);
});
