import type { ErrorCode } from "../../core/ports";

/** No other problem would fare better. */
const gone: readonly ErrorCode[] = ["endpoint.unreachable", "endpoint.unauthorized", "endpoint.modelNotFound", "endpoint.noVision", "endpoint.quota", "endpoint.rateLimited", "model.notFound", "model.loadFailed", "model.notInstalled"];

/** May lie with one problem or with the server. */
const doubtful: readonly ErrorCode[] = ["endpoint.timeout", "endpoint.serverError", "endpoint.badResponse", "model.crashed"];

/** Doubtful failures in a row, without a reply between, that mean the model is gone. */
const MOST_IN_A_ROW = 3;

/** Tells a problem that fails from a model that is gone. */
export interface FailureWatch {
  /** A reply came. */
  replied(): void;
  /** Whether this failure of a solve ends the run. */
  endsRun(code: ErrorCode): boolean;
}

export function createFailureWatch(): FailureWatch {
  let inARow = 0;
  return {
    replied: () => void (inARow = 0),
    endsRun(code) {
      if (gone.includes(code)) return true;
      if (!doubtful.includes(code)) return false;
      inARow += 1;
      return inARow >= MOST_IN_A_ROW;
    },
  };
}
