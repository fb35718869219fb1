import { expect, test } from "vitest";
import { sampleBatch, type BatchDecoder, type SampleBatchOptions } from "../../../src/adapters/embedded/child/sampleBatch";
import { findStop, heldBack } from "../../../src/adapters/embedded/child/stops";

const end = 26;

/** A model whose vocabulary is the alphabet and an end token, and which always continues with the next letter of a script. */
function scripted(scripts: readonly string[], log: string[] = []): { first: Float32Array; decoder: BatchDecoder } {
  const row = (letter: string | undefined) => Float32Array.from({ length: 27 }, (_, id) => (id === (letter === undefined ? end : letter.charCodeAt(0) - 97) ? 50 : 0));
  let rows = scripts.map((script) => ({ script, at: 1 }));
  return {
    first: row(scripts[0]![0]),
    decoder: {
      keepRows: (kept) => {
        log.push(`keep ${kept.join()}`);
        rows = kept.map((index) => rows[index]!);
      },
      advance: async (tokens) => {
        log.push(`step ${tokens.length}`);
        return rows.map((one) => row(one.script[one.at++]));
      },
    },
  };
}

const decode = (tokens: readonly number[]) => tokens.map((id) => String.fromCharCode(97 + id)).join("");
const run = (scripts: readonly string[], options: Partial<SampleBatchOptions> = {}, log?: string[]) =>
  sampleBatch({ ...scripted(scripts, log), samples: scripts.length, temperature: 0, topP: 1, maxTokens: 20, stop: [], seed: 1, endTokens: new Set([end]), decode, checkpoint: async () => undefined, ...options });

test("each reply ends for its own reason, and rows that ended leave the batch", async () => {
  const log: string[] = [];
  const { choices, drawn } = await run(["ab", "abcdefgh", "abxyz"], { maxTokens: 6, stop: ["yz"] }, log);
  expect(choices).toEqual([
    { text: "ab", finish: "stop" },
    { text: "abcdef", finish: "length" },
    { text: "abx", finish: "stop" },
  ]);
  // ab and the end token; six letters; abxyz.
  expect(drawn).toBe(3 + 6 + 5);
  expect(log).toEqual(["step 3", "step 3", "keep 1,2", "step 2", "step 2", "keep 0", "step 1"]);
});

test("a stop text that spans tokens is cut off, with its tokens", async () => {
  const { choices } = await run(["hellothere"], { stop: ["lot", ""], alternatives: 1 });
  expect(choices[0]!.text).toBe("hel");
  expect(choices[0]!.finish).toBe("stop");
  expect(choices[0]!.tokens!.map((token) => token.text)).toEqual(["h", "e", "l"]);
  expect(choices[0]!.tokens!.every((token) => token.alternatives.length === 1 && token.logprob <= 0)).toBe(true);
});

test("streamed text is never taken back", async () => {
  const pieces: string[] = [];
  const { choices } = await run(["abcabd"], { stop: ["abd"], alternatives: 0, onText: (_sample, text, tokens) => pieces.push(`${text}:${tokens?.map((token) => token.text).join("") ?? ""}`) });
  expect(choices[0]!.text).toBe("abc");
  // "a" and "ab" could have become the stop text, and once did.
  expect(pieces).toEqual(["abc:abc"]);
});

test("a checkpoint that throws ends the work before the next step", async () => {
  const log: string[] = [];
  let left = 2;
  await expect(run(["abcdef"], { checkpoint: async () => { if ((left -= 1) < 0) throw new Error("enough"); } }, log)).rejects.toThrow("enough");
  expect(log).toEqual(["step 1", "step 1"]);
});

test("the earliest stop text counts; what may become one is held back", () => {
  expect(findStop("one two three", ["three", "two"])).toBe(4);
  expect(findStop("one", ["two", ""])).toBeUndefined();
  expect(heldBack("answer\nSub-q", ["\nSub-question"])).toBe(6);
  expect(heldBack("answer", ["\nSub-question"])).toBe(0);
  expect(heldBack("half a character \uFFFD", [])).toBe(1);
});
