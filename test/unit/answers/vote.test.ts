import { expect, test } from "vitest";
import type { Ballot, VoteGroup } from "../../../src/core/answers";
import { groupAnswers, voteAnswers, voteByCount, voteByWeight } from "../../../src/core/answers";

const ballot = (answer: string, weight: number): Ballot => ({ answer, weight });
const answersOf = (groups: readonly VoteGroup[]): string[] => groups.map((group) => group.answer);

test("groups keep the order of first appearance and gather every way of writing an answer", () => {
  expect(groupAnswers(["12", "1/2", "12.0", "0.5", "12 cm", "13", "\\frac12", "12"])).toEqual([[0, 2, 4, 7], [1, 3, 6], [5]]);
  expect(groupAnswers([])).toEqual([]);
});

test("options join the texts they stand for", () => {
  expect(groupAnswers(["B", "12 cm", "(A)", "10"], { choices: ["10 cm", "12 cm"] })).toEqual([[0, 1], [2, 3]]);
});

test("a group sums its weights and speaks as its heaviest ballot", () => {
  expect(voteAnswers([ballot("0.5", 0.25), ballot("3", 1), ballot("1/2", 0.5)])).toEqual([
    { answer: "1/2", ballots: [0, 2], count: 2, weight: 0.75 },
    { answer: "3", ballots: [1], count: 1, weight: 1 },
  ]);
});

test("by count, ties fall to the larger weight and then to the first seen", () => {
  const order = (ballots: Ballot[]) => answersOf(voteByCount(ballots));
  expect(order([ballot("1", 0.9), ballot("2", 0.1), ballot("2", 0.2)])).toEqual(["2", "1"]);
  expect(order([ballot("1", 0.25), ballot("2", 0.5)])).toEqual(["2", "1"]);
  expect(order([ballot("1", 0.5), ballot("2", 0.5), ballot("3", 0.5)])).toEqual(["1", "2", "3"]);
  expect(order([])).toEqual([]);
});

test("by weight, one heavy ballot beats two light ones; ties fall to the count", () => {
  const order = (ballots: Ballot[]) => answersOf(voteByWeight(ballots));
  expect(order([ballot("2", 0.125), ballot("2", 0.25), ballot("1", 0.5)])).toEqual(["1", "2"]);
  expect(order([ballot("1", 0.5), ballot("2", 0.25), ballot("2", 0.25)])).toEqual(["2", "1"]);
  expect(order([ballot("1", 0), ballot("2", 0)])).toEqual(["1", "2"]);
});
