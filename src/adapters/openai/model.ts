import { setMaxListeners } from "node:events";
import { addUsage, FigtreeError, noUsage, type Choice, type EndpointMemory, type Usage, type VisionModel, type YesRequest } from "../../core/ports";
import { connect, type ConnectionOptions } from "./connection";
import { newMemory } from "./memory";
import { hasImage } from "./messages";
import type { ReplyChoice } from "./reply";
import { sampleChoices } from "./sample";
import { priorities, type Tally } from "./sender";
import { probabilityOfYes } from "./yes";

export interface EndpointModelOptions extends ConnectionOptions {
  /** Replies behind a sampled P(Yes); default 5. */
  readonly sampledYes?: number;
  /** What is already known of the endpoint, as from a profile; what is learned is written into it. */
  readonly memory?: EndpointMemory;
}

/**
 * A model behind an OpenAI-compatible API. What the endpoint does not do (several choices, log-probabilities,
 * optional fields) is found out by asking, and remembered. A model that is known to be blind is never sent a
 * picture: its calls fail with `endpoint.noVision` at once.
 *
 * @throws FigtreeError `input.invalid` for an unusable address or key
 */
export function createEndpointModel(options: EndpointModelOptions): VisionModel {
  const memory = options.memory ?? newMemory();
  const connection = connect(options, memory.inFlight);
  const { place, thinkingTokens } = connection;
  const { model, sampledYes = 5 } = options;
  const sender = connection.sender(memory);
  const disposed = new AbortController();

  /** Runs a call that ends with the request's signal or with the model, and speaks of failures as the product does. */
  async function call<Result>({ messages, signal: outer, onRequest }: Pick<YesRequest, "messages" | "signal" | "onRequest">, work: (tally: Tally, signal: AbortSignal) => Promise<Result>): Promise<Result & { usage: Usage }> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const signals = [outer, disposed.signal];
    // Many calls of one search listen to one signal; Node takes more than ten for a leak.
    setMaxListeners(0, ...signals);
    signals.forEach((signal) => signal.addEventListener("abort", stop, { once: true }));
    const tally: Tally = { ...noUsage, onRequest };
    try {
      if (signals.some(({ aborted }) => aborted)) throw new FigtreeError("cancelled");
      // An answer about a picture that the model cannot see would be a guess.
      if (memory.vision === "blind" && hasImage(messages)) throw new FigtreeError("endpoint.noVision", { place, model });
      return { ...(await work(tally, controller.signal)), usage: addUsage(noUsage, tally) };
    } catch (error) {
      throw connection.toError(error);
    } finally {
      signals.forEach((signal) => signal.removeEventListener("abort", stop));
    }
  }

  return {
    info: { name: model, place, sample: false, ...(memory.vision === "sees" || memory.vision === "unsure" ? { vision: memory.vision } : {}) },
    generate: (request) =>
      call(request, async (tally, signal) => {
        const { messages, samples, temperature, topP, maxTokens, stop, seed } = request;
        const ask = { messages, choices: samples, temperature, topP, maxTokens, stop, seed, logprobs: false };
        const choices = await sampleChoices(ask, priorities.generation, sender, memory, tally, signal);
        return { choices: choices.map((choice) => cutAtStop(choice, stop)), ...(tally.earlierTurns === undefined ? {} : { earlierTurns: tally.earlierTurns }) };
      }),
    probabilityOfYes: (request) => call(request, (tally, signal) => probabilityOfYes(request, { m: sampledYes, room: thinkingTokens }, sender, memory, tally, signal)),
    dispose: () => {
      if (!disposed.signal.aborted) {
        disposed.abort();
        memory.inFlight = connection.scheduler.limit.value;
        connection.close();
      }
      return Promise.resolve();
    },
  };
}

/** Stop texts hold even where the endpoint does not take them. */
function cutAtStop({ text, finish, declined }: ReplyChoice, stop: readonly string[]): Choice {
  const ends = stop.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return ends.length === 0 ? { text, finish, ...(declined === undefined ? {} : { declined }) } : { text: text.slice(0, Math.min(...ends)), finish: "stop" };
}
