import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../../src/core/ports";
import { describeError } from "../../../src/protocol";

describe("others' words become sentences of their own", () => {
  const codes: readonly ErrorCode[] = ["input.invalid", "image.noDecoder", "endpoint.contextOverflow", "endpoint.rejected", "model.loadFailed", "model.notFound", "hub.unsupported", "hub.badResponse", "trace.invalid"];
  test.each(codes)("%s: a full stop where one is missing", (code) => {
    for (const [words, end] of [["it has 4096 tokens", "4096 tokens."], ["it has 4096 tokens.", "4096 tokens."], ["  too many (\u201c4096.\u201d) ", "(\u201c4096.\u201d)."], ["is it too long?", "too long?"], ["cut he\u2026", "cut he\u2026"]] as const) {
      const { meaning } = describeError({ code, details: { message: words } });
      expect(meaning.slice(-end.length).toLowerCase()).toBe(end);
      expect(meaning).toMatch(/^[A-Z]/);
    }
  });
  test("nothing said, nothing added", () => {
    expect(describeError({ code: "endpoint.rejected", details: { message: "" } }).meaning).toBe("");
    expect(describeError({ code: "image.noDecoder", details: {} }).meaning).toBe("The image library did not load.");
  });
});

test("a rate limit tells what happened: retries that were made, or a wait that was not", () => {
  expect(describeError({ code: "endpoint.rateLimited", details: {} }).meaning).toBe("Its rate limit stayed in force through every retry.");
  const { meaning, next } = describeError({ code: "endpoint.rateLimited", details: { retryAfterSeconds: 9999 } });
  expect(meaning).toContain("asks to wait 9999 s");
  expect(meaning + next).not.toContain("retry");
});
