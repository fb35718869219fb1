import { addUsage, FigtreeError, noUsage, toFigtreeError, type Clock, type GenerateReply, type GenerateRequest, type Usage, type VisionModel, type YesReply, type YesRequest } from "../ports";

export interface Budget {
  readonly maxCalls: number | null;
  readonly maxTokens: number | null;
  readonly maxSeconds: number | null;
}

/** A model that counts what it costs and stops at the caps. */
export interface MeteredModel {
  generate(request: Omit<GenerateRequest, "signal" | "onRequest">): Promise<GenerateReply>;
  probabilityOfYes(request: Omit<YesRequest, "signal" | "onRequest">): Promise<YesReply>;
  /** Requests of failed calls are in it where the model tells of each request. */
  usage(): Usage;
  /** Seconds since the meter started. */
  seconds(): number;
  /** Aborted by the caller, the time cap, the token cap or a failed call; its reason is the failure. */
  readonly signal: AbortSignal;
  /** Throws the failure that ends this solve, if there is one. */
  throwIfFailed(): void;
  /** Aborts what is in flight and stops the timer. */
  close(): void;
}

/**
 * Wraps a model for one solve. A call or request over a cap throws `budget.*` before it goes out; the time
 * cap, the first failed call and the caller's signal abort everything in flight, and every later call throws the
 * same failure.
 */
export function meterModel(model: VisionModel, budget: Budget, clock: Clock, signal: AbortSignal): MeteredModel {
  const startedAt = clock.now();
  const inner = new AbortController();
  let usage = noUsage;
  let callsBegun = 0;
  let failure: FigtreeError | undefined;

  const fail = (error: FigtreeError): FigtreeError => {
    failure ??= error;
    inner.abort(failure);
    return failure;
  };
  const onAbort = (): void => void fail(new FigtreeError("cancelled"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  const callOff = budget.maxSeconds === null ? () => undefined : clock.after(budget.maxSeconds * 1000, () => void fail(new FigtreeError("budget.seconds", { limit: budget.maxSeconds! })));

  /** Throws when so many calls or requests leave no room for one more; a call may still end with what is under way. */
  function checkCalls(spent: number): void {
    if (failure !== undefined) throw failure;
    if (budget.maxCalls !== null && spent >= budget.maxCalls) throw (failure ??= new FigtreeError("budget.calls", { limit: budget.maxCalls }));
  }

  async function call<Reply extends { readonly usage: Usage }>(run: (given: { readonly signal: AbortSignal; readonly onRequest: () => void }) => Promise<Reply>): Promise<Reply> {
    // A call under way may not have sent its request yet; one that is over may have sent many.
    checkCalls(Math.max(callsBegun, usage.requests));
    if (budget.maxTokens !== null && usage.promptTokens + usage.completionTokens >= budget.maxTokens) throw fail(new FigtreeError("budget.tokens", { limit: budget.maxTokens }));
    callsBegun += 1;
    let told = false;
    const onRequest = (): void => {
      checkCalls(usage.requests);
      told = true;
      usage = addUsage(usage, { ...noUsage, requests: 1 });
    };
    try {
      const reply = await run({ signal: inner.signal, onRequest });
      usage = addUsage(usage, told ? { ...reply.usage, requests: 0 } : reply.usage);
      return reply;
    } catch (thrown) {
      throw fail(toFigtreeError(thrown, "endpoint.badResponse"));
    }
  }

  return {
    generate: (request) => call((given) => model.generate({ ...request, ...given })),
    probabilityOfYes: (request) => call((given) => model.probabilityOfYes({ ...request, ...given })),
    usage: () => usage,
    signal: inner.signal,
    throwIfFailed: () => {
      if (failure !== undefined) throw failure;
    },
    seconds: () => (clock.now() - startedAt) / 1000,
    close: () => {
      callOff();
      signal.removeEventListener("abort", onAbort);
      inner.abort(failure ?? new FigtreeError("cancelled"));
    },
  };
}
