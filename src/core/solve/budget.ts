import { addUsage, FigtreeError, noUsage, toFigtreeError, type Clock, type GenerateReply, type GenerateRequest, type Usage, type VisionModel, type YesReply, type YesRequest } from "../ports";

export interface Budget {
  readonly maxCalls: number | null;
  readonly maxTokens: number | null;
  readonly maxSeconds: number | null;
}

/** A model that counts what it costs and stops at the caps. */
export interface MeteredModel {
  generate(request: Omit<GenerateRequest, "signal">): Promise<GenerateReply>;
  probabilityOfYes(request: Omit<YesRequest, "signal">): Promise<YesReply>;
  usage(): Usage;
  /** Seconds since the meter started. */
  seconds(): number;
  /** Aborts what is in flight and stops the timer. */
  close(): void;
}

/**
 * Wraps a model for one solve. A call over a cap throws `budget.*` before it goes out; the time cap, the first
 * failure and the caller's signal abort everything in flight, and every later call throws the same failure.
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

  async function call<Reply extends { readonly usage: Usage }>(run: () => Promise<Reply>): Promise<Reply> {
    if (failure !== undefined) throw failure;
    if (budget.maxCalls !== null && callsBegun >= budget.maxCalls) throw fail(new FigtreeError("budget.calls", { limit: budget.maxCalls }));
    if (budget.maxTokens !== null && usage.promptTokens + usage.completionTokens >= budget.maxTokens) throw fail(new FigtreeError("budget.tokens", { limit: budget.maxTokens }));
    callsBegun += 1;
    try {
      const reply = await run();
      usage = addUsage(usage, reply.usage);
      return reply;
    } catch (thrown) {
      throw fail(toFigtreeError(thrown, "endpoint.badResponse"));
    }
  }

  return {
    generate: (request) => call(() => model.generate({ ...request, signal: inner.signal })),
    probabilityOfYes: (request) => call(() => model.probabilityOfYes({ ...request, signal: inner.signal })),
    usage: () => usage,
    seconds: () => (clock.now() - startedAt) / 1000,
    close: () => {
      callOff();
      signal.removeEventListener("abort", onAbort);
      inner.abort(failure ?? new FigtreeError("cancelled"));
    },
  };
}
