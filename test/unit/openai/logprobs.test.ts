import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { readFirstToken, yesNoMass } from "../../../src/adapters/openai";

const list = (...entries: readonly (readonly [string, number])[]): unknown => ({ content: [{ token: entries[0]?.[0], logprob: Math.log(entries[0]?.[1] ?? 1), top_logprobs: entries.map(([token, p]) => ({ token, logprob: Math.log(p) })) }] });
const mass = (logprobs: unknown): ReturnType<typeof yesNoMass> => yesNoMass(readFirstToken(logprobs));

test("all spellings count, in any order: case, spaces, newlines, tokenizer marks, punctuation", () => {
  const { yes, no } = mass(list(["The", 0.02], [" yes", 0.1], ["Yes", 0.2], ["\nYES", 0.05], ["ĠYes", 0.04], ["▁yes", 0.03], ["Yes.", 0.06], ["No", 0.3], ["▁no", 0.1], ["NO,", 0.05], ["Not", 0.01], ["Yesterday", 0.01]));
  expect(yes).toBeCloseTo(0.48, 12);
  expect(no).toBeCloseTo(0.45, 12);
});

test("one text listed twice counts once, with its better value", () => {
  expect(mass(list(["Yes", 0.2], ["Yes", 0.6], ["No", 0.3])).yes).toBeCloseTo(0.6, 12);
});

test("a list without the sampled token is completed by it", () => {
  const { yes, no } = mass({ content: [{ token: "Yes", logprob: Math.log(0.7), top_logprobs: [{ token: "No", logprob: Math.log(0.2) }] }] });
  expect(yes).toBeCloseTo(0.7, 12);
  expect(no).toBeCloseTo(0.2, 12);
});

test("a word that is not listed is bounded by the least listed token", () => {
  const { yes, no } = mass(list(["No", 0.9], ["Maybe", 0.05], ["Well", 0.01]));
  expect(no).toBeCloseTo(0.9, 12);
  expect(yes).toBeCloseTo(0.01, 12);
});

test("and by what the list leaves over", () => {
  expect(mass({ content: [{ token: "No", logprob: Math.log(0.9), top_logprobs: [] }] }).yes).toBeCloseTo(0.1, 12);
});

test("-9999 means absent", () => {
  expect(mass({ content: [{ token: "Yes", logprob: -9999, top_logprobs: [{ token: "Yes", logprob: -9999 }, { token: "No", logprob: Math.log(0.8) }] }] }).yes).toBeCloseTo(0.2, 12);
});

test("numbers in place of texts are unusable unless bytes say what they are", () => {
  expect(readFirstToken({ content: [{ token: "token_id:9642", logprob: -0.1, top_logprobs: [{ token: "token_id:2822", logprob: -2 }] }] })).toEqual([]);
  const { yes } = mass({ content: [{ token: "token_id:9642", logprob: Math.log(0.5), bytes: [89, 101, 115], top_logprobs: [] }] });
  expect(yes).toBeCloseTo(0.5, 12);
});

test("the older form is read", () => {
  const { yes, no } = mass({ tokens: ["Yes"], token_logprobs: [Math.log(0.6)], top_logprobs: [{ Yes: Math.log(0.6), No: Math.log(0.25) }] });
  expect(yes).toBeCloseTo(0.6, 12);
  expect(no).toBeCloseTo(0.25, 12);
});

test.each([null, undefined, {}, { content: null }, { content: [] }, { content: [{}] }, { content: [{ token: "Yes", logprob: null }] }, "none"])("%j holds nothing usable", (value) => {
  expect(readFirstToken(value)).toEqual([]);
});

test("whatever comes, probabilities stay probabilities", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ token: fc.oneof(fc.constantFrom("Yes", " yes", "No", "no.", "So"), fc.string()), logprob: fc.oneof(fc.double(), fc.double({ min: -30, max: 1 })) })), (entries) => {
      const { yes, no } = mass({ content: [{ top_logprobs: entries }] });
      for (const value of [yes, no]) expect(value >= 0 && value <= 1).toBe(true);
    }),
  );
});
