import { fieldsOf, isErrorBody, listOf, numberOf, parseJson, textOf } from "../http";

/** True for a body in the form of server-sent events, whatever type was declared. */
export function isEventStream(contentType: string | null, text: string): boolean {
  return contentType?.includes("text/event-stream") === true || /^\s*(?:data|event)?:/.test(text);
}

/**
 * Puts a streamed reply, which some gateways send although none was asked for, together as one whole reply.
 * Comment lines are skipped; an error event becomes the reply. A stream without chunks gives no choices.
 *
 * @throws SyntaxError when an event is no JSON, or the stream ended before its choices did
 */
export function assembleEvents(text: string): unknown {
  const choices = new Map<number, { content: string; reasoning: string; refusal: string; finish: unknown; logprobs: unknown[] }>();
  let usage: unknown;
  for (const data of eventsOf(text)) {
    const chunk = parseJson(data);
    if (isErrorBody(chunk)) return chunk;
    usage = fieldsOf(chunk)["usage"] ?? usage;
    for (const part of listOf(fieldsOf(chunk)["choices"]).map(fieldsOf)) {
      const index = numberOf(part["index"]) ?? 0;
      const choice = choices.get(index) ?? { content: "", reasoning: "", refusal: "", finish: null, logprobs: [] };
      const delta = fieldsOf(part["delta"] ?? part["message"]);
      choice.content += textOf(delta["content"]) ?? "";
      choice.reasoning += textOf(delta["reasoning_content"]) ?? textOf(delta["reasoning"]) ?? "";
      choice.refusal += textOf(delta["refusal"]) ?? "";
      choice.finish = part["finish_reason"] ?? choice.finish;
      choice.logprobs.push(...listOf(fieldsOf(part["logprobs"])["content"]));
      choices.set(index, choice);
    }
  }
  // Either sign of a proper end is enough; some servers leave out one of them.
  if (!/^data: ?\[DONE\]/m.test(text) && [...choices.values()].some(({ finish }) => finish === null)) throw new SyntaxError("The stream was cut off.");
  const ordered = [...choices].sort(([a], [b]) => a - b).map(([index, { content, reasoning, refusal, finish, logprobs }]) => ({
    index,
    message: { role: "assistant", content, reasoning, refusal },
    finish_reason: finish,
    logprobs: logprobs.length === 0 ? null : { content: logprobs },
  }));
  return { choices: ordered, usage };
}

function eventsOf(text: string): readonly string[] {
  const events = text.split(/\r?\n\r?\n|\r\r/).map((event) => event.split(/\r?\n|\r/).filter((line) => line.startsWith("data:")).map((line) => line.slice(5).trimStart()).join("\n"));
  return events.filter((data) => data !== "" && !data.startsWith("[DONE]"));
}
