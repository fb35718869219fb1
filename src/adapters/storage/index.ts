export type { EventLog } from "./event-log";
export { createSolveStorage, type SolveStorage } from "./solves";
export { formatTrace, parseTrace, writeTraceFile } from "./trace-file";
