import { imagesIn, view } from "../../fixtures/zoo/viewer";
import { startScriptedServer, type ScriptedServer } from "../../fixtures/scripted-server";

/** How the endpoint behaves; may be changed while it runs. */
export interface Behaviour {
  /** Replies that are still given; later requests are left waiting. */
  replies: number;
  /** The only key that is let in; undefined lets everybody in. */
  key?: string;
  /** A model without vision, as a server tells it. */
  blind?: boolean;
}

export interface ScriptedModel extends ScriptedServer {
  readonly behaviour: Behaviour;
}

/** The text of the last message, without its picture. */
function promptOf(body: Readonly<Record<string, unknown>>): string {
  const messages = (body["messages"] ?? []) as readonly { readonly content: string | readonly { readonly text?: string }[] }[];
  const content = messages.at(-1)?.content ?? "";
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

/** The n-th sample after a prompt: a step that leads on, or the last one from the third step on. */
function stepAfter(prompt: string, sample: number): string {
  const step = Number(/Sub-question (\d+):[^\n]*$/.exec(prompt)?.[1] ?? "1");
  if (step >= 3 || prompt.includes("Now we can answer", prompt.lastIndexOf("\n"))) return ` Now we can answer the question: How much is it?\nAnswer ${step}: 15 + 20 = ${35 + (sample % 2)}. The answer is ${35 + (sample % 2)}.`;
  return ` What is part ${sample} of step ${step}?\nAnswer ${step}: It is ${sample + 10 * step}.`;
}

/**
 * A server on loopback that speaks the OpenAI protocol as a model called "scripted" would: every expansion brings
 * different steps, and every reward is a little different. It reads numbers that are drawn into pictures.
 */
export async function startScriptedModel(behaviour: Behaviour): Promise<ScriptedModel> {
  const server = await startScriptedServer(async ({ request: { url, headers, body }, json }) => {
    if (behaviour.key !== undefined && headers.authorization !== `Bearer ${behaviour.key}`) return json(401, { error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" } });
    if (!url.endsWith("/chat/completions")) return json(404, { error: { message: "Not found", type: "invalid_request_error" } });
    if (body["model"] !== "scripted") return json(404, { error: { message: `The model '${String(body["model"])}' does not exist`, type: "invalid_request_error", code: "model_not_found" } });
    if (behaviour.blind === true) return json(500, { error: { message: "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", code: 500, type: "server_error" } });
    if (behaviour.replies <= 0) return;
    behaviour.replies -= 1;
    const prompt = promptOf(body);
    const base = { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "scripted", usage: { prompt_tokens: 100 + 120 * imagesIn(body), completion_tokens: 20, total_tokens: 120 + 120 * imagesIn(body) } };
    if (/written in the (?:two )?pictures?/.test(prompt)) return json(200, { ...base, choices: (await view(body)).texts.map((content, index) => ({ index, finish_reason: "stop", message: { role: "assistant", content } })) });
    if (prompt.endsWith("Answer Yes or No.")) {
      const yes = 0.5 + (prompt.length % 40) / 100;
      const token = (text: string, probability: number) => ({ token: text, logprob: Math.log(probability), bytes: null });
      return json(200, { ...base, choices: [{ index: 0, finish_reason: "length", message: { role: "assistant", content: "Yes" }, logprobs: { content: [{ ...token("Yes", yes), top_logprobs: [token("Yes", yes), token("No", 1 - yes)] }] } }] });
    }
    const samples = Number(body["n"] ?? 1);
    return json(200, { ...base, choices: Array.from({ length: samples }, (_, index) => ({ index, finish_reason: "stop", message: { role: "assistant", content: stepAfter(prompt, index + 1) } })) });
  });
  return Object.assign(server, { behaviour });
}
