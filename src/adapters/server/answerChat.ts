import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { SampledToken } from "../../core/ports";
import { toApiError } from "./apiError";
import { chunk, completion, usageChunk, type ReplyHead } from "./chatReply";
import type { ChatRequest } from "./chatRequest";
import type { ServedModel } from "./servedModel";

/** Answers a checked request, whole or as a stream of server-sent events; a client that goes away ends the work. */
export async function answerChat(model: ServedModel, { request, stream, includeUsage }: ChatRequest, response: ServerResponse, sendJson: (value: object) => void): Promise<void> {
  const head: ReplyHead = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: model.info.name };
  const controller = new AbortController();
  response.once("close", () => controller.abort());
  const { signal } = controller;
  if (!stream) {
    const { choices, usage, earlierTurns } = await model.complete({ ...request, signal });
    sendJson(completion(head, choices, usage, earlierTurns));
    return;
  }
  const events = new EventStream(response);
  const asked = request.alternatives !== undefined;
  // Nothing is sent before the first text, so that a failure until then still has its own HTTP status.
  const begin = (): void => {
    if (events.begun) return;
    for (let index = 0; index < request.samples; index += 1) events.send(chunk(head, index, { role: "assistant", content: "" }));
  };
  const onText = (sample: number, text: string, tokens: readonly SampledToken[]): void => {
    begin();
    events.send(chunk(head, sample, { content: text }, asked ? tokens : undefined));
  };
  try {
    const { choices, usage } = await model.complete({ ...request, signal, onText });
    begin();
    choices.forEach((choice, index) => events.send(chunk(head, index, {}, undefined, choice)));
    if (includeUsage) events.send(usageChunk(head, usage));
    events.end();
  } catch (thrown) {
    if (!events.begun) throw thrown;
    events.send(toApiError(thrown).body);
    events.end();
  }
}

/** Server-sent events; the headers go out with the first one. */
class EventStream {
  begun = false;

  constructor(private readonly response: ServerResponse) {}

  send(value: object): void {
    if (!this.begun) this.response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    this.begun = true;
    this.response.write(`data: ${JSON.stringify(value)}\n\n`);
  }

  end(): void {
    this.response.end("data: [DONE]\n\n");
  }
}
