import { expect, test } from "vitest";
import { costs } from "../../../src/cli/live";
import { sentence } from "../../../src/cli/result";

test.each([[1, 1, "1 request, 1 reply"], [0, 2, "0 requests, 2 replies"], [2, 1, "2 requests, 1 reply"]])("%i requests and %i replies", (requests, samples, words) => {
  expect(costs({ requests, samples, promptTokens: 0, completionTokens: 0 })).toBe(words);
});

test.each([
  ["budget.tokens", { limit: 5 }, "--max-tokens"],
  ["budget.seconds", { limit: 5 }, "--max-seconds"],
  ["endpoint.timeout", { place: "http://127.0.0.1", seconds: 5 }, "--timeout"],
  ["endpoint.unauthorized", { place: "http://127.0.0.1" }, "--api-key-env"],
] as const)("%s names the option and no setting", (code, details, option) => {
  expect(sentence({ code, details })).toContain(option);
  expect(sentence({ code, details })).not.toContain("setting");
});
