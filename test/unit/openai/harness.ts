import { afterEach } from "vitest";
import { createHash } from "node:crypto";
import type { EndpointMemory, GenerateRequest, Message, PreparedImage, VisionModel, YesRequest } from "../../../src/core/ports";
import { silentLogger } from "../../../src/core/ports";
import { createEndpointModel, newMemory, type EndpointModelOptions } from "../../../src/adapters/openai";
import { startScriptedServer, type Exchange, type ScriptedServer } from "../../fixtures/scripted-server";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

export interface Setup {
  readonly server: ScriptedServer;
  readonly model: VisionModel;
  readonly memory: EndpointMemory;
  /** Every pause asked for, in milliseconds; pauses take no time here. */
  readonly pauses: number[];
}

/** A scripted server and a model on it; both are closed after the test. */
export async function setUp(handle: (exchange: Exchange) => void | Promise<void>, options: Partial<EndpointModelOptions> = {}): Promise<Setup> {
  const server = await startScriptedServer(handle);
  const memory = options.memory ?? newMemory();
  const pauses: number[] = [];
  const model = createEndpointModel({
    baseUrl: server.origin,
    model: "viewer-7b",
    timeouts: { firstByteSeconds: 30, totalSeconds: 30 },
    logger: silentLogger,
    clock: { now: () => Date.parse("2026-01-01T00:00:00Z") },
    random: () => 0,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    memory,
    ...options,
  });
  cleanups.push(() => model.dispose(), () => server.close());
  return { server, model, memory, pauses };
}

/** Closes something after the test. */
export function closeLater(cleanup: () => Promise<void>): void {
  cleanups.push(cleanup);
}

const bytes = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjWOQAAAABJRU5ErkJggg==", "base64");
export const picture: PreparedImage = { bytes, mediaType: "image/png", width: 1, height: 1, sha256: createHash("sha256").update(bytes).digest("hex") };

export const messages: readonly Message[] = [
  { role: "system", parts: [{ type: "text", text: "Look closely." }] },
  { role: "user", parts: [{ type: "image", image: picture }, { type: "text", text: "Question: How many?" }] },
];

export const textOnly: readonly Message[] = [{ role: "user", parts: [{ type: "text", text: "Question: How many?" }] }];

const never = new AbortController().signal;

export function generation(changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return { messages, samples: 1, temperature: 0.7, topP: 0.95, maxTokens: 200, stop: ["\nSub-question"], seed: 7, signal: never, ...changes };
}

export function reward(changes: Partial<YesRequest> = {}): YesRequest {
  return { messages, seed: 7, signal: never, ...changes };
}

/** A whole reply with the given texts as its choices. */
export function completion(texts: readonly string[], usage: unknown = { prompt_tokens: 100, completion_tokens: 10 }): unknown {
  return { choices: texts.map((content, index) => ({ index, message: { role: "assistant", content }, finish_reason: "stop" })), usage };
}

export interface Listed {
  readonly token?: string;
  readonly logprob: number;
  readonly bytes?: readonly number[];
}

/** A one-token reply with log-probabilities: the token itself and its list. */
export function oneToken(token: string, logprob: number, top: readonly Listed[]): unknown {
  return {
    choices: [{ index: 0, message: { role: "assistant", content: token }, finish_reason: "length", logprobs: { content: [{ token, logprob, top_logprobs: top }] } }],
    usage: { prompt_tokens: 100, completion_tokens: 1 },
  };
}

/** The FigtreeError that a promise ends in, as plain data. */
export async function failureOf(promise: Promise<unknown>): Promise<{ readonly code: string; readonly details: Readonly<Record<string, string | number>> }> {
  const outcome = await promise.then(() => undefined, (error: unknown) => error);
  if (outcome instanceof Error && "code" in outcome && "details" in outcome) return { code: String(outcome.code), details: outcome.details as Record<string, string | number> };
  throw new Error(`No typed failure but ${String(outcome)}`);
}
