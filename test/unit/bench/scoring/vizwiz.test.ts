import { expect, test } from "vitest";
import { softAccuracy } from "../../../../src/bench/scoring/vizwiz";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const ten = (...groups: readonly (readonly [number, string])[]): string[] => groups.flatMap(([count, answer]) => Array.from({ length: count }, () => answer));
const herbs = ten([7, "basil leaves"], [3, "basil"]);
const mixed = ten([1, "red"], [2, "blue"], [4, "green"], [3, "grey"]);

// Worked out from the rule: annotators, reply, official, correct.
test.each<[readonly string[], string, number, number]>([
  [herbs, "basil leaves", 1, 1],
  [herbs, "basil", 0.9, 0.9],
  [herbs, "Basil.", 0.9, 0.9],
  [herbs, "The answer is basil.", 0.9, 0.9],
  [herbs, "The basil leaves", 1, 1],
  [herbs, " the  basil   leaves ", 1, 1],
  [herbs, "basil\nleaves", 1, 1],
  [herbs, "oregano", 0, 0],
  [mixed, "red", 0.3, 0.3],
  [mixed, "blue", 0.6, 0.6],
  [mixed, "grey", 0.9, 0.9],
  [mixed, "green", 1, 1],
  [mixed, "Green!", 1, 1],
  [ten([10, "two"]), "two", 0, 1],
  [ten([10, "two"]), "2", 0, 1],
  [ten([10, "2"]), "two", 1, 1],
  [ten([6, "no"], [4, "0"]), "none", 1, 1],
  // Of the published short forms eight have an apostrophe, the others a backtick.
  [ten([10, "can't tell"]), "cant tell", 1, 1],
  [ten([10, "we've won"]), "weve won", 1, 1],
  [ten([10, "don't know"]), "dont know", 0, 1],
  [ten([10, "don't know"]), "don't know", 1, 1],
  [ten([10, "it's 5 o'clock"]), "it's 5 oclock", 0, 1],
  [ten([10, "whos there"]), "whos there", 0, 1],
  // The published list of short forms has neither of these in lower case.
  [ten([10, "im here"]), "im here", 1, 1],
  [ten([10, "lets go"]), "lets go", 1, 1],
  // A full stop before a digit stays, wherever it stands.
  [ten([10, "no.5"]), "no.5", 1, 1],
  [ten([10, ".5"]), ".5", 1, 1],
  [ten([10, "Coca-Cola"]), "coca cola", 0, 1],
  [ten([10, "1,000"]), "1,000", 0, 1],
  [ten([10, "3.5"]), "3.5", 1, 1],
  [ten([10, "soup tomato"]), "soup, tomato", 1, 1],
  [ten([10, "soup tomato"]), "soup/tomato", 1, 1],
  [ten([5, "unanswerable"], [5, "dog"]), "Unanswerable", 1, 1],
  [herbs, "", 0, 0],
  [[], "basil", 0, 0],
])("%j: %j", (answers, reply, official, correct) => {
  const score = scorerOf("vizwiz").score(benchProblem({ references: ["basil leaves"], gold: { answers } }), reply, null);
  expect(score.official).toBeCloseTo(official, 12);
  expect(score.correct).toBeCloseTo(correct, 12);
});

test("an annotator is left out by position, not by equal records", () => {
  // One of three: two annotators see one match each, the third sees none.
  expect(softAccuracy("a", ["a", "b", "b"])).toBeCloseTo((1 / 3 + 1 / 3) / 3, 12);
});
