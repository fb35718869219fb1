import type { AnswerContext } from "./compare/compare";
import { groupAnswers } from "./group";

/** One voter's answer; the weight is what the caller counts it for, finite and not negative. */
export interface Ballot {
  readonly answer: string;
  readonly weight: number;
}

/** The ballots for one answer. */
export interface VoteGroup {
  /** As the heaviest of its ballots wrote it; the first of them on a tie. */
  readonly answer: string;
  /** Indices into the ballots, rising. */
  readonly ballots: readonly number[];
  readonly count: number;
  readonly weight: number;
}

/** Groups ballots by equal answers, in the order of first appearance. */
export function voteAnswers(ballots: readonly Ballot[], context: AnswerContext = {}): VoteGroup[] {
  return groupAnswers(ballots.map((ballot) => ballot.answer), context).map((members) => {
    const spokesman = members.reduce((best, index) => (ballots[index]!.weight > ballots[best]!.weight ? index : best));
    return { answer: ballots[spokesman]!.answer, ballots: members, count: members.length, weight: members.reduce((sum, index) => sum + ballots[index]!.weight, 0) };
  });
}

/** Most ballots first; ties by summed weight, then by first appearance (paper VReST, vote). */
export const voteByCount = (ballots: readonly Ballot[], context: AnswerContext = {}): VoteGroup[] => voteAnswers(ballots, context).sort((a, b) => b.count - a.count || b.weight - a.weight || a.ballots[0]! - b.ballots[0]!);

/** Largest summed weight first; ties by number of ballots, then by first appearance. */
export const voteByWeight = (ballots: readonly Ballot[], context: AnswerContext = {}): VoteGroup[] => voteAnswers(ballots, context).sort((a, b) => b.weight - a.weight || b.count - a.count || a.ballots[0]! - b.ballots[0]!);
