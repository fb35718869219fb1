export type { EventLog } from "./event-log";
export { createSolveStorage, type SolveListing, type SolveStorage, type StoredSolve } from "./solves";
export { formatTrace, parseTrace, writeTraceFile, type OpenedTrace } from "./trace-file";
