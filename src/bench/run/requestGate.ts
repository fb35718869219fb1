import { FigtreeError, type Usage } from "../../core/ports";

/** One call of a model that is under way. */
export interface Pass {
  /** The call sends a request. Throws where the run is over or its cap is reached. */
  request(): void;
  /** The reply came. @param requests as the model counts them */
  replied(requests: number): void;
}

/** Holds back what a run may not ask any more. */
export interface RequestGate {
  /** Null where the run is over or its cap is reached by what was asked, whether or not it has been answered yet. */
  enter(): Pass | null;
  /** Why `enter` gave nothing. */
  refusal(): FigtreeError;
}

export interface GateOptions {
  readonly maxCalls: number | null;
  readonly maxTokens: number | null;
  /** What the replies so far cost. */
  readonly spent: () => Usage;
  /** Why the run is over, if it is. */
  readonly reason: () => FigtreeError | undefined;
  /** A cap is reached: what is under way may end, nothing more begins. */
  readonly onCap: (error: FigtreeError) => void;
}

export function createRequestGate({ maxCalls, maxTokens, spent, reason, onCap }: GateOptions): RequestGate {
  let asked = spent().requests;
  const refusal = (): FigtreeError => reason() ?? new FigtreeError("cancelled");
  const mayAsk = (): boolean => {
    const { promptTokens, completionTokens } = spent();
    if (maxCalls !== null && asked >= maxCalls) onCap(new FigtreeError("budget.calls", { limit: maxCalls }));
    else if (maxTokens !== null && promptTokens + completionTokens >= maxTokens) onCap(new FigtreeError("budget.tokens", { limit: maxTokens }));
    return reason() === undefined;
  };
  return {
    refusal,
    enter() {
      if (!mayAsk()) return null;
      // A call counts from its beginning on: it may wait for its turn before it sends anything.
      asked += 1;
      let counted = 1;
      let sent = 0;
      const count = (requests: number): void => {
        asked += Math.max(0, requests - counted);
        counted = Math.max(counted, requests);
      };
      return {
        request() {
          if (sent >= counted && !mayAsk()) throw refusal();
          sent += 1;
          count(sent);
        },
        replied: count,
      };
    },
  };
}
