export { datasetReaders } from "./datasets/readers";
export type { BenchProblem, Categories, DataSet, DatasetReader, OpenOptions, Scorer, SkippedRecord } from "./datasets/problem";
export { createLeakGuard, normaliseQuestion, type LeakGuard, type LeakOptions, type LeakReason } from "./leak/guard";
export { judgeAnswer, withJudgement, type Judgement, type JudgeRequest } from "./scoring/judge/judge";
export type { GuessOptions } from "./scoring/guess";
export type { Score } from "./scoring/score";
export { scorerOf } from "./scoring/scorers";
export { runBench, type BenchEnd, type BenchRequest, type RunProgress } from "./run/run";
export { parseSpec, splitSpecs, type MethodSpec } from "./run/spec";
