import { randomInt } from "node:crypto";
import { z } from "zod";
import type { CompletionRequest, Message, MessagePart } from "../../core/ports";
import { ApiError } from "./apiError";
import { readImage } from "./readImage";

/** Absent and null mean the same in OpenAI's API. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

const part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image_url"), image_url: z.object({ url: z.string() }) }),
]);
const message = z.object({
  role: z.enum(["system", "developer", "user", "assistant"]),
  content: z.union([z.string(), z.array(part).min(1)]),
});
const body = z.object({
  model: z.string(),
  messages: z.array(message).min(1),
  n: optional(z.int().min(1).max(128)),
  temperature: optional(z.number().min(0).max(2)),
  top_p: optional(z.number().min(0).max(1)),
  max_tokens: optional(z.int().min(1)),
  max_completion_tokens: optional(z.int().min(1)),
  stop: optional(z.union([z.string(), z.array(z.string()).max(16)])),
  seed: optional(z.int()),
  logprobs: optional(z.boolean()),
  top_logprobs: optional(z.int().min(0).max(20)),
  stream: optional(z.boolean()),
  stream_options: optional(z.object({ include_usage: optional(z.boolean()) })),
  // Fields that would change the reply and that nothing here can honour: only values that ask for nothing.
  presence_penalty: optional(z.literal(0)),
  frequency_penalty: optional(z.literal(0)),
  logit_bias: optional(z.object({}).strict()),
  tools: optional(z.array(z.unknown()).max(0)),
  response_format: optional(z.object({ type: z.literal("text") })),
});
type Body = z.infer<typeof body>;

export interface ChatRequest {
  readonly request: Omit<CompletionRequest, "signal" | "onText" | "onRequest">;
  readonly stream: boolean;
  readonly includeUsage: boolean;
}

/** Reads and checks a chat completion request. Throws `ApiError` 400 that names the field, or 404 for another model. */
export async function readChatRequest(json: unknown, model: string): Promise<ChatRequest> {
  const { data, error } = body.safeParse(json);
  if (error !== undefined) {
    const { path, message: problem } = error.issues[0]!;
    const param = fieldName(path);
    throw new ApiError(400, `${param === "" ? "The body" : param}: ${problem}`, { param: param === "" ? undefined : param });
  }
  if (data.model !== model) throw new ApiError(404, `The model ${data.model} does not exist here; this server has ${model}.`, { param: "model", code: "model_not_found" });
  if (data.top_logprobs !== undefined && data.logprobs !== true) throw new ApiError(400, "top_logprobs needs logprobs to be true.", { param: "top_logprobs" });
  if (data.stream_options !== undefined && data.stream !== true) throw new ApiError(400, "stream_options needs stream to be true.", { param: "stream_options" });
  return {
    stream: data.stream === true,
    includeUsage: data.stream_options?.include_usage === true,
    request: {
      messages: await Promise.all(data.messages.map(readMessage)),
      samples: data.n ?? 1,
      temperature: data.temperature ?? 1,
      // The API allows 0, which keeps the likeliest token alone, as any tiny value does.
      topP: Math.max(data.top_p ?? 1, Number.EPSILON),
      maxTokens: data.max_completion_tokens ?? data.max_tokens ?? 4096,
      stop: [data.stop ?? []].flat(),
      seed: data.seed === undefined ? randomInt(2 ** 32) : data.seed >>> 0,
      ...(data.logprobs === true ? { alternatives: data.top_logprobs ?? 0 } : {}),
    },
  };
}

async function readMessage({ role, content }: Body["messages"][number], index: number): Promise<Message> {
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return {
    role: role === "developer" ? "system" : role,
    parts: await Promise.all(
      parts.map(async (one, place): Promise<MessagePart> => (one.type === "text" ? one : { type: "image", image: await readImage(one.image_url.url, `messages[${index}].content[${place}].image_url.url`) })),
    ),
  };
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, key) => (typeof key === "number" ? `${name}[${key}]` : name === "" ? String(key) : `${name}.${String(key)}`), "");
}
