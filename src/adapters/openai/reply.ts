import { badResponse, failureOfStatus, fieldsOf, isErrorBody, listOf, numberOf, parseJson, textOf } from "../http";
import { assembleEvents, isEventStream } from "./event-stream";
import { readFirstToken, type TokenProbability } from "./logprobs";
import { splitThought } from "./reasoning";

export interface ReplyChoice {
  /** Without any thought. */
  readonly text: string;
  readonly finish: "stop" | "length" | "other";
  /** As in `Choice`. */
  readonly declined?: string;
  /** A thought was delivered with it, in whatever form. */
  readonly hadThought: boolean;
  /** How it was delivered; `hidden`: only counted. */
  readonly thought: "none" | "separate" | "inText" | "hidden";
  /** Empty when no usable log-probabilities came. */
  readonly firstToken: readonly TokenProbability[];
}

export interface Reply {
  readonly choices: readonly ReplyChoice[];
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Prompt tokens that came from a prefix cache; null: not told. */
  readonly cachedTokens: number | null;
  /** The server says that its model does not read earlier turns; ours does (`figtree.earlier_turns`). */
  readonly turnsDropped: boolean;
}

/**
 * Reads the body of a successful status.
 *
 * @throws RequestFailure for an error inside it, for HTML, truncated JSON, nothing, or another protocol
 */
export function readReply(text: string, contentType: string | null, withImage: boolean): Reply {
  if (text.trim() === "") throw badResponse("The reply is empty.");
  const body = parse(text, contentType);
  const fields = fieldsOf(body);
  if (isErrorBody(body) && listOf(fields["choices"]).length === 0) throw failureOfStatus(undefined, body, withImage);
  if (!("choices" in fields)) throw badResponse(`The reply has no choices: ${text.slice(0, 200)}`);
  const choices = listOf(fields["choices"]).map(fieldsOf);
  const sound = choices.filter((choice) => !isErrorBody(choice) && choice["finish_reason"] !== "error");
  const broken = choices.find((choice) => isErrorBody(choice));
  if (sound.length === 0 && broken !== undefined) throw failureOfStatus(undefined, broken, withImage);
  const usage = fieldsOf(fields["usage"]);
  const hidden = count(fieldsOf(usage["completion_tokens_details"])["reasoning_tokens"]) > 0;
  const cached = numberOf(fieldsOf(usage["prompt_tokens_details"])["cached_tokens"]) ?? numberOf(usage["prompt_cache_hit_tokens"]) ?? numberOf(fieldsOf(fields["timings"])["cache_n"]);
  return {
    choices: sound.map((choice) => readChoice(choice, hidden)),
    promptTokens: count(usage["prompt_tokens"]),
    completionTokens: count(usage["completion_tokens"]),
    cachedTokens: cached ?? null,
    turnsDropped: fieldsOf(fields["figtree"])["earlier_turns"] === "dropped",
  };
}

function parse(text: string, contentType: string | null): unknown {
  try {
    return isEventStream(contentType, text) ? assembleEvents(text) : parseJson(text);
  } catch {
    if (/^\s*</.test(text)) throw badResponse(`It answered with a web page: ${/<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? text.replace(/<[^>]*>/g, " ")}`);
    if (/^\s*[[{]|^\s*(?:data|event)?:/.test(text)) throw badResponse("The reply was cut off in the middle.");
    throw badResponse(`The reply is no JSON: ${text.slice(0, 200)}`);
  }
}

function readChoice(choice: Readonly<Record<string, unknown>>, hidden: boolean): ReplyChoice {
  const message = fieldsOf(choice["message"]);
  const parts = listOf(message["content"]).map(fieldsOf);
  const content = textOf(message["content"]) ?? parts.map((part) => (part["type"] === "thinking" ? "" : (textOf(part["text"]) ?? ""))).join("");
  const reasoning = [message["reasoning_content"], message["reasoning"]].map((field) => textOf(field) ?? "").find((field) => field.trim() !== "") ?? "";
  const split = splitThought(content);
  const finish = finishOf(choice["finish_reason"]);
  // A server that takes the whole reply for a thought delivers it in the other field, and ends normally.
  const misplaced = split.text === "" && finish === "stop" ? splitThought(reasoning).text : "";
  const separate = reasoning !== "" || parts.some((part) => part["type"] === "thinking");
  const thought = separate ? "separate" : split.hadThought ? "inText" : hidden ? "hidden" : "none";
  const text = split.text || textOf(choice["text"]) || misplaced || "";
  const refusal = textOf(message["refusal"]) ?? "";
  return {
    text,
    finish,
    ...(text.trim() === "" && (refusal.trim() !== "" || choice["finish_reason"] === "content_filter") ? { declined: refusal.trim() } : {}),
    hadThought: thought !== "none",
    thought,
    firstToken: readFirstToken(choice["logprobs"]),
  };
}

function finishOf(reason: unknown): ReplyChoice["finish"] {
  if (reason === "stop" || reason === "eos" || reason === "eos_token" || reason === "end_turn" || reason === "stop_sequence") return "stop";
  return reason === "length" || reason === "model_length" || reason === "max_tokens" ? "length" : "other";
}

function count(value: unknown): number {
  return Math.max(0, Math.trunc(numberOf(value) ?? 0));
}
