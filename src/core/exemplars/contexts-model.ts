import { addUsage, FigtreeError, noUsage, toFigtreeError, untilAborted, type GenerateReply, type GenerateRequest, type Usage, type VisionModel } from "../ports";

/** A model whose calls share one limit and one account. */
export interface SharedModel {
  /** Between 1 and `samples` choices. Throws `FigtreeError`; no call begins after the signal is aborted. */
  generate(request: Omit<GenerateRequest, "signal" | "onRequest">): Promise<GenerateReply>;
  usage(): Usage;
}

/** At most `inFlight` calls at once, in the order in which they were asked for; failed ones are in the account too. */
export function shareModel(model: VisionModel, inFlight: number, signal: AbortSignal): SharedModel {
  const waiting: (() => void)[] = [];
  let free = Math.max(1, Math.trunc(inFlight));
  let usage = noUsage;

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    usage: () => usage,
    async generate(request) {
      await enter();
      try {
        if (signal.aborted) throw new FigtreeError("cancelled");
        let told = false;
        const onRequest = (): void => {
          told = true;
          usage = addUsage(usage, { ...noUsage, requests: 1 });
        };
        const reply = await untilAborted(model.generate({ ...request, signal, onRequest }), signal);
        usage = addUsage(usage, told ? { ...reply.usage, requests: 0 } : reply.usage);
        return reply;
      } catch (thrown) {
        throw signal.aborted ? new FigtreeError("cancelled") : toFigtreeError(thrown, "endpoint.badResponse");
      } finally {
        leave();
      }
    },
  };
}
