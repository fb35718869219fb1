export { datasetReaders } from "./datasets/readers";
export type { BenchProblem, DataSet, DatasetReader, OpenOptions } from "./datasets/problem";
export { createLeakGuard, normaliseQuestion } from "./leak/guard";
export { judgeAnswer, withJudgement } from "./scoring/judge/judge";
export { scorerOf } from "./scoring/scorers";
export { runBench, type BenchEnd, type BenchRequest, type RunProgress } from "./run/run";
export { drawSome } from "./run/sample";
export { writeReport, type PageWriter, type WrittenReport } from "./report/report";
