import { createHash } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { Clock, GenerateReply, GenerateRequest, Message, Usage, VisionModel, YesReply, YesRequest } from "../../core/ports";
import type { RequestGate } from "./requestGate";
import type { RecordedReply, ReplyLog } from "./replies";

export interface RecordOptions {
  readonly log: ReplyLog;
  readonly problem: string;
  readonly clock: Clock;
  /** What may go out. */
  readonly gate: RequestGate;
  /** Told of each reply, recorded before or just now, with the time that the model took for it. */
  readonly onReply: (milliseconds: number, live: boolean) => void;
}

const contentOf = (messages: readonly Message[]): unknown => messages.map(({ role, parts }) => [role, ...parts.map((part) => (part.type === "text" ? part.text : { image: part.image.sha256 }))]);

function keyOf(model: VisionModel, kind: string, content: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify([kind, model.info.name, model.info.place, ...content])).digest("hex").slice(0, 32);
}

/** The first replies of a request for more; its cost as if it had been asked for so many. */
function firstOf(reply: GenerateReply, samples: number): GenerateReply {
  if (reply.choices.length <= samples) return reply;
  const completionTokens = Math.round((reply.usage.completionTokens * samples) / reply.choices.length);
  return { ...reply, choices: reply.choices.slice(0, samples), usage: { ...reply.usage, samples, completionTokens } };
}

/**
 * A model whose replies are kept, and given again for the same request with the same seed instead of asking anew.
 * Samples of a request are independent, so one for fewer samples is served from the first ones of a recorded one.
 * Failures are not kept.
 */
export function recordReplies(model: VisionModel, { log, problem, clock, gate, onReply }: RecordOptions): VisionModel {
  const underWay = new Map<string, Promise<RecordedReply>>();

  async function ask<Reply extends { readonly usage: Usage }>(key: string, asked: number, request: { readonly onRequest?: () => void }, run: (onRequest: () => void) => Promise<Reply>): Promise<RecordedReply> {
    const others = [...underWay.values()];
    const pass = gate.enter();
    if (pass === null) {
      // A solve calls off everything at its first failure: what is paid for is kept first.
      await Promise.allSettled(others);
      throw gate.refusal();
    }
    const from = clock.now();
    let requests = 0;
    const reply = await run(() => {
      pass.request();
      request.onRequest?.();
      requests += 1;
    });
    const at = clock.now();
    const usage = { ...reply.usage, requests: Math.max(requests, reply.usage.requests) };
    pass.replied(usage.requests);
    const record = { problem, key, asked, reply: { ...reply, usage } as unknown as GenerateReply | YesReply, times: { at, milliseconds: at - from } };
    await log.add(record);
    return record;
  }

  async function replyTo<Reply extends { readonly usage: Usage }>(key: string, asked: number, request: { readonly signal: AbortSignal; readonly onRequest?: () => void }, run: (onRequest: () => void) => Promise<Reply>): Promise<Reply> {
    const name = `${key} ${asked}`;
    // A wide expansion has many calls under way, each of which listens: that is no leak.
    setMaxListeners(0, request.signal);
    // A meter that counts requests as they go out counts those of kept replies by their usage.
    const known = log.find(problem, key, asked) ?? (await underWay.get(name));
    if (known !== undefined) {
      onReply(known.times.milliseconds, false);
      return known.reply as unknown as Reply;
    }
    const asking = ask(key, asked, request, run);
    underWay.set(name, asking);
    try {
      const record = await asking;
      onReply(record.times.milliseconds, true);
      return record.reply as unknown as Reply;
    } finally {
      underWay.delete(name);
    }
  }

  return {
    info: model.info,
    async generate(request: GenerateRequest) {
      const { messages, samples, temperature, topP, maxTokens, stop, seed } = request;
      const key = keyOf(model, "generate", [contentOf(messages), temperature, topP, maxTokens, stop, seed]);
      return firstOf(await replyTo(key, samples, request, (onRequest) => model.generate({ ...request, onRequest })), samples);
    },
    async probabilityOfYes(request: YesRequest) {
      const key = keyOf(model, "yes", [contentOf(request.messages), request.seed]);
      return replyTo(key, 0, request, (onRequest) => model.probabilityOfYes({ ...request, onRequest }));
    },
    dispose: () => Promise.resolve(),
  };
}
