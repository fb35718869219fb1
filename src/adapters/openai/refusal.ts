import type { EndpointMemory } from "../../core/ports";
import { systemRole, type Body } from "./ask";
import type { ErrorReading } from "../http";
import { fewerLogprobs } from "./memory";

/**
 * How refusals name an optional field. Ordinary words ("n", "stop") count only where the text treats them
 * as a field's name.
 */
const namings: Readonly<Record<string, RegExp>> = {
  n: /['"`]n['"`]|(?:parameter|field|argument|option|property)\w*\b(?:[^.]{0,60}:)? ?\W*n\b|\bn ?(?:=|>|<|:)|\bn (?:must|should|is|values?|greater|cannot|can't|not|parameter|and|or)\b|, n\b|candidate_?count|multiple candidates|completion choice|number of choices/i,
  temperature: /\btemperature\b/i,
  top_p: /\btop_?p\b/i,
  seed: /\bseed\b/i,
  stop: /['"`]stop['"`]|(?:parameter|field|argument|option|property)\w*\b(?:[^.]{0,60}:)? ?\W*stop\b|\bstop ?(?:=|:)|\bstop (?:must|should|is|cannot|can't|not|parameter|and|or)\b|, stop\b|\bstop_?sequences?\b/i,
  logprobs: /\b(?:response_?)?logprobs\b/i,
  top_logprobs: /\btop_?logprobs\b/i,
  max_tokens: /\bmax_(?:completion_|output_)?tokens\b/i,
  max_completion_tokens: /\bmax_(?:completion_|output_)?tokens\b/i,
  chat_template_kwargs: /\bchat_?template_?kwargs\b|\benable_thinking\b/i,
  reasoning_effort: /\breasoning_?effort\b/i,
};

/** The fields among those in `body` that a refusal names. */
export function namedFields(reading: ErrorReading, body: Body): readonly string[] {
  const fields = Object.entries(namings).flatMap(([name, pattern]) => (name in body && (reading.fields.includes(name) || pattern.test(reading.message)) ? [name] : []));
  if (body.stream !== true && streamOnly.test(reading.message)) fields.push("stream");
  if (body.messages[0]?.role === "system" && noSystem.test(reading.message)) fields.push(systemRole);
  if (imagesIn(body) > 1 && severalImages.test(reading.message)) fields.push("images");
  return fields;
}

const streamOnly = /\b(?:only|must|requires?|needs?)\b.{0,40}\bstream|\bstream\w*\b.{0,40}(?:required|only|must be|set to true)/i;
const noSystem = /\bsystem\b.{0,20}\b(?:role|message|prompt|instruction)s?\b.{0,40}(?:n[o']t|un)|roles must alternate|(?:only|unknown|invalid|unexpected|unsupported).{0,30}\broles?\b/i;
const severalImages = /\b(?:image|picture|multi-?modal|mm_per_prompt)/i;

export function imagesIn(body: Body): number {
  return body.messages.reduce((sum, { content }) => sum + (Array.isArray(content) ? content.filter(({ type }) => type === "image_url").length : 0), 0);
}

/** "must be at least 16", "expected >= 16", "minimum value is 16": the number, when a limit is refused as too small. */
const leastNumber = /(?:>=|at least|greater than or equal to|minimum(?: value)?(?: of| is|:)?|below minimum.{0,20}?)\s*(\d+)/i;

/** "at most 4096", "<= 4096", "maximum value is 4096". */
const greatestNumber = /(?:<=|at most|less than or equal to|maximum(?: value)?(?: of| is|:)?|up to|above maximum.{0,20}?)\s*(\d+)/i;
const tooLarge = /too (?:large|high|big)|exceed|greater than|less than/i;

/**
 * Learns from a refusal which fields to leave out or lower.
 *
 * @returns the fields that are sent differently from now on; with none the request is not worth repeating
 */
export function learnFromRefusal(reading: ErrorReading, body: Body, memory: EndpointMemory): readonly string[] {
  return namedFields(reading, body).filter((name) => {
    if (name.startsWith("max_")) return learnTokenLimit(name, reading.message, body, memory);
    if (name === "n") memory.choicesPerRequest = 1;
    else if (name === "logprobs" || name === "top_logprobs") memory.topLogprobs = Math.min(memory.topLogprobs, allowedLogprobs(reading.message, body.top_logprobs ?? 0));
    else if (name === "chat_template_kwargs" || name === "reasoning_effort") memory.thinkingOff = null;
    else if (name === "images") memory.imagesPerRequest = allowedImages(reading.message, imagesIn(body));
    else if (!memory.refused.includes(name)) memory.refused.push(name);
    return true;
  });
}

/** The number that the refusal allows, where it names one below what was sent. */
function allowedLogprobs(message: string, sent: number): number {
  const named = Number(/(?:between \d+ and|at most|less than or equal to|<=|max(?:imum)?(?: allowed)?(?: value)?(?: of| is|:)?|up to|\[0, ?)\s*(\d+)/i.exec(message)?.[1] ?? Number.NaN);
  return named > 0 && named < sent ? named : fewerLogprobs(sent);
}

function allowedImages(message: string, sent: number): number {
  const named = Number(greatestNumber.exec(message)?.[1] ?? Number.NaN);
  return named >= 1 && named < sent ? named : 1;
}

function learnTokenLimit(name: string, message: string, body: Body, memory: EndpointMemory): boolean {
  const least = Number(leastNumber.exec(message)?.[1] ?? Number.NaN);
  const sent = body.max_tokens ?? body.max_completion_tokens ?? 0;
  const most = Number(greatestNumber.exec(message)?.[1] ?? Number.NaN);
  if (least > sent) memory.leastTokens = Math.max(memory.leastTokens, least);
  else if (most >= 1 && most < sent) memory.mostTokens = Math.min(memory.mostTokens ?? most, most);
  else if (tooLarge.test(message)) return false;
  else if (!memory.refused.includes(name)) memory.refused.push(name);
  return true;
}
