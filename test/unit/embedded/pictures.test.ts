import { expect, test } from "vitest";
import { RecentPictures } from "../../../src/adapters/embedded/pictures";

test("the longest unused pictures are dropped, only between requests, and a request may be larger than the limit", () => {
  const pictures = new RecentPictures<string>(10);
  for (const name of ["a", "b", "c"]) pictures.put(name, name, 4);
  expect(pictures.use("a")).toBe("a");
  expect(["a", "b", "c"].every((name) => pictures.has(name))).toBe(true);
  pictures.trim();
  expect(["a", "b", "c"].filter((name) => pictures.has(name))).toEqual(["a", "c"]);
  pictures.put("a", "other", 4);
  expect(pictures.use("a")).toBe("a");
  pictures.put("large", "large", 50);
  expect(pictures.use("large")).toBe("large");
  pictures.trim();
  expect(["a", "c", "large"].filter((name) => pictures.has(name))).toEqual([]);
  expect(pictures.use("large")).toBeUndefined();
});
