import { expect, test } from "vitest";
import { firstTokens, repeatRow, selectRows } from "../../../src/adapters/embedded/child/keyValues";
import { PrefixCache, type PromptKey } from "../../../src/adapters/embedded/child/prefixCache";
import { chooseWeights } from "../../../src/adapters/embedded/child/weights";

const picture = 99;
/** A prompt by its tokens; picture tokens are 99. */
function prompt(tokens: number[], ...images: string[]): PromptKey {
  const start = tokens.indexOf(picture);
  return { tokens, images, imageStart: Math.max(0, start), imageEnd: tokens.lastIndexOf(picture) + 1 };
}

test("finds the longest common beginning", () => {
  const cache = new PrefixCache<string>(100);
  cache.put(prompt([1, 2, 3, 4]), "a", 1);
  cache.put(prompt([1, 2, 5]), "b", 1);
  expect(cache.find(prompt([1, 2, 3, 9]))).toEqual({ value: "a", length: 3, whole: false });
  expect(cache.find(prompt([1, 2, 5, 6]))).toEqual({ value: "b", length: 3, whole: true });
  expect(cache.find(prompt([7]))).toBeUndefined();
});

test("another picture behind the same tokens is another beginning", () => {
  const cache = new PrefixCache<string>(100);
  cache.put(prompt([1, picture, picture, 2, 3], "cat"), "cat", 1);
  expect(cache.find(prompt([1, picture, picture, 2, 4], "cat"))?.length).toBe(4);
  expect(cache.find(prompt([1, picture, picture, 2, 4], "dog"))).toBeUndefined();
  expect(cache.find(prompt([1, 2]))?.length).toBe(1);
});

test("a beginning that ends inside the pictures cannot be used: the rest would need pixels", () => {
  const cache = new PrefixCache<string>(100);
  cache.put(prompt([1, picture, 2], "cat"), "one", 1);
  expect(cache.find(prompt([1, picture, 3, picture, 2], "cat", "dog"))).toBeUndefined();
});

test("a beginning covered by a longer entry is dropped, and the longest unused goes first", () => {
  const cache = new PrefixCache<string>(10);
  cache.put(prompt([1, 2]), "short", 4);
  cache.put(prompt([1, 2, 3]), "long", 4);
  expect(cache.bytes).toBe(4);
  cache.put(prompt([5]), "five", 4);
  cache.find(prompt([1, 2]));
  cache.put(prompt([6]), "six", 4);
  expect(cache.find(prompt([5]))).toBeUndefined();
  expect(cache.find(prompt([1, 2, 3]))?.value).toBe("long");
  cache.put(prompt([7]), "too large", 11);
  expect(cache.find(prompt([7]))).toBeUndefined();
});

test("caches are repeated, selected and cut along the right axes", () => {
  // One row, two heads, three tokens, width two.
  const row = Float32Array.of(1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16);
  expect([...firstTokens(row, 3, 2, 2)]).toEqual([1, 2, 3, 4, 11, 12, 13, 14]);
  expect([...repeatRow(Float32Array.of(1, 2), 3)]).toEqual([1, 2, 1, 2, 1, 2]);
  expect([...selectRows(Float32Array.of(1, 2, 3, 4, 5, 6), 3, [2, 0])]).toEqual([5, 6, 1, 2]);
});

test("weights: the preferred type where its file is there, else the best for a CPU", () => {
  const files = ["decoder_model_merged.onnx", "decoder_model_merged_q4.onnx", "vision_encoder_fp16.onnx", "vision_encoder_q4f16.onnx", "embed_tokens_quantized.onnx", "decoder_model_merged.onnx_data"];
  expect(chooseWeights(files, undefined)).toEqual({ decoder_model_merged: "fp32", vision_encoder: "q4f16", embed_tokens: "q8" });
  expect(chooseWeights(files, "q4")).toEqual({ decoder_model_merged: "q4", vision_encoder: "q4f16", embed_tokens: "q8" });
  expect(chooseWeights(files, { vision_encoder: "fp16" })).toEqual({ decoder_model_merged: "fp32", vision_encoder: "fp16", embed_tokens: "q8" });
});
