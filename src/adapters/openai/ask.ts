import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import type { EndpointMemory, Message } from "../../core/ports";
import { tokenLimitName } from "./memory";
import { foldSystem, toWire, type ImageUrls } from "./messages";

/** One thing wanted from the endpoint, before it is known which fields it takes. */
export interface Ask {
  readonly messages: readonly Message[];
  /** >= 1. */
  readonly choices: number;
  /** >= 0. */
  readonly temperature: number;
  /** In (0, 1]; 1 is not sent, since some servers want less than 1. */
  readonly topP: number;
  /** Tokens of a reply without any thought, >= 1. */
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly seed: number;
  readonly logprobs: boolean;
  /** The text of the reply is of no interest, so a thought gets no room. */
  readonly brief?: boolean;
}

export type Body = ChatCompletionCreateParams;

/** How a refused system message is remembered among the fields. */
export const systemRole = "system message";

/** The request's body for an endpoint of which `memory` is known; the messages hold no more pictures than it takes. */
export function bodyOf(ask: Ask, model: string, memory: EndpointMemory, thinkingTokens: number, urls: ImageUrls): Body {
  const takes = (name: string): boolean => !memory.refused.includes(name);
  const limit = tokenLimitName(memory);
  const room = memory.thinks && !ask.logprobs && ask.brief !== true ? thinkingTokens : 0;
  const choices = Math.min(ask.choices, memory.choicesPerRequest ?? ask.choices);
  const messages = takes(systemRole) ? ask.messages : foldSystem(ask.messages);
  return {
    model,
    messages: toWire(messages, urls),
    // Replies come whole, unless the endpoint has nothing but streams.
    stream: !takes("stream"),
    ...(limit === undefined ? {} : { [limit]: Math.max(memory.leastTokens, Math.min(ask.maxTokens + room, memory.mostTokens ?? Infinity)) }),
    ...(takes("temperature") ? { temperature: ask.temperature } : {}),
    ...(ask.topP < 1 && takes("top_p") ? { top_p: ask.topP } : {}),
    // A stop text inside a thought would end the reply before it begins; replies are cut at it here in any case.
    ...(ask.stop.length > 0 && takes("stop") && !memory.thinks ? { stop: [...ask.stop] } : {}),
    ...(takes("seed") ? { seed: ask.seed } : {}),
    ...(choices > 1 ? { n: choices } : {}),
    ...(memory.thinkingOff === "template" ? { chat_template_kwargs: { enable_thinking: false } } : {}),
    ...(memory.thinkingOff === "effort" ? { reasoning_effort: "none" as const } : {}),
    ...(ask.logprobs && memory.topLogprobs > 0 ? { logprobs: true, top_logprobs: memory.topLogprobs } : {}),
  };
}
