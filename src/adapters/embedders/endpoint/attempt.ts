import { FigtreeError } from "../../../core/ports";
import { failureOfThrown, longestDelay, RequestFailure, type createClient } from "../../http";

/**
 * One request; gives the reply's text.
 *
 * @param seconds until the end of the reply
 * @throws RequestFailure, or FigtreeError `cancelled` once the signal is aborted
 */
export async function attempt(client: ReturnType<typeof createClient>, body: object, seconds: number, signal: AbortSignal): Promise<string> {
  if (signal.aborted) throw new FigtreeError("cancelled");
  const controller = new AbortController();
  let end: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => {
      controller.abort();
      // Does not wait for the body's reader, which may never hear of the abort.
      reject(new FigtreeError("cancelled"));
    };
  });
  ended.catch(() => undefined);
  const timer = setTimeout(() => end?.(), Math.min(seconds * 1000, longestDelay));
  const stop = (): void => end?.();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const reply = async (): Promise<string> => (await client.post("/embeddings", { body, signal: controller.signal }).asResponse()).text();
    const text = reply();
    text.catch(() => undefined);
    return await Promise.race([text, ended]);
  } catch (thrown) {
    if (signal.aborted) throw new FigtreeError("cancelled");
    if (controller.signal.aborted) throw new RequestFailure("endpoint.timeout", { details: { seconds }, transient: false });
    throw failureOfThrown(thrown, false);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
