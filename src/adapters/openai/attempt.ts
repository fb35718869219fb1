import type OpenAI from "openai";
import { FigtreeError } from "../../core/ports";
import type { Body } from "./ask";
import { failureOfThrown, longestDelay, RequestFailure } from "../http";
import { readReply, type Reply } from "./reply";

export interface Timeouts {
  /** Until the response's headers; a reply that is not streamed has none before it is complete. Seconds. */
  readonly firstByteSeconds: number;
  /** Until the end of the reply. Seconds. */
  readonly totalSeconds: number;
}

/**
 * One request over the wire. Time limits count from its sending, not from its place in a queue.
 *
 * @throws RequestFailure, or FigtreeError `cancelled` once the signal is aborted
 */
export async function attempt(client: OpenAI, body: Body, timeouts: Timeouts, withImage: boolean, signal: AbortSignal): Promise<Reply> {
  // A controller of its own: the package never takes its listener off the signal that it is given.
  const controller = new AbortController();
  let expired: number | undefined;
  const limit = (seconds: number): NodeJS.Timeout =>
    setTimeout(() => {
      expired = seconds;
      controller.abort();
    }, Math.min(seconds * 1000, longestDelay));
  const stop = (): void => controller.abort();
  const timers = [limit(timeouts.firstByteSeconds), limit(timeouts.totalSeconds)];
  signal.addEventListener("abort", stop, { once: true });
  try {
    if (signal.aborted) throw new FigtreeError("cancelled");
    const response = await client.chat.completions.create(body, { signal: controller.signal }).asResponse();
    clearTimeout(timers[0]);
    return readReply(await response.text(), response.headers.get("content-type"), withImage);
  } catch (thrown) {
    if (signal.aborted) throw new FigtreeError("cancelled");
    if (expired !== undefined) throw new RequestFailure("endpoint.timeout", { details: { seconds: expired }, transient: false });
    throw failureOfThrown(thrown, withImage);
  } finally {
    timers.forEach((timer) => clearTimeout(timer));
    signal.removeEventListener("abort", stop);
  }
}
