import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";
import type { CompletionUsage } from "openai/resources/completions";
import type { CompletionChoice, SampledToken, TurnDelivery, Usage } from "../../core/ports";

/** What all parts of one reply have in common. */
export interface ReplyHead {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly model: string;
}

/** A field beyond OpenAI's API: how the turns before the last one reached the model, where there are any. */
interface ServedCompletion extends ChatCompletion {
  readonly figtree?: { readonly earlier_turns: TurnDelivery };
}

export function completion(head: ReplyHead, choices: readonly CompletionChoice[], usage: Usage, earlierTurns: TurnDelivery | undefined): ServedCompletion {
  return {
    ...head,
    object: "chat.completion",
    choices: choices.map((choice, index) => ({
      index,
      message: { role: "assistant", content: choice.text, refusal: null },
      logprobs: logprobsOf(choice.tokens),
      finish_reason: finishReason(choice),
    })),
    usage: usageOf(usage),
    ...(earlierTurns === undefined ? {} : { figtree: { earlier_turns: earlierTurns } }),
  };
}

export function chunk(head: ReplyHead, index: number, delta: ChatCompletionChunk.Choice.Delta, tokens?: readonly SampledToken[], finished?: CompletionChoice): ChatCompletionChunk {
  return {
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index, delta, logprobs: logprobsOf(tokens), finish_reason: finished === undefined ? null : finishReason(finished) }],
  };
}

export function usageChunk(head: ReplyHead, usage: Usage): ChatCompletionChunk {
  return { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) };
}

function finishReason({ finish }: CompletionChoice): "stop" | "length" {
  return finish === "length" ? "length" : "stop";
}

function usageOf({ promptTokens, completionTokens }: Usage): CompletionUsage {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}

function logprobsOf(tokens: readonly SampledToken[] | undefined): ChatCompletion.Choice.Logprobs | null {
  if (tokens === undefined) return null;
  const entry = ({ text, logprob }: { text: string; logprob: number }) => ({ token: text, logprob, bytes: [...Buffer.from(text)] });
  return { content: tokens.map((token) => ({ ...entry(token), top_logprobs: token.alternatives.map(entry) })), refusal: null };
}
