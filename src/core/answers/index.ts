export { checkArithmetic } from "./arithmetic/check";
export { compareAnswers } from "./compare/compare";
export type { AnswerContext, Comparison } from "./compare/compare";
export { extractAnswer } from "./extract";
export { groupAnswers } from "./group";
export { voteAnswers, voteByCount, voteByWeight } from "./vote";
export type { Ballot, VoteGroup } from "./vote";
