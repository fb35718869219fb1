import { describe, expect, test } from "vitest";
import { completion, failureOf, oneToken, reward, setUp } from "./harness";

const log = Math.log;
const yesNo = oneToken("Yes", log(0.7), [{ token: "Yes", logprob: log(0.7) }, { token: " yes", logprob: log(0.1) }, { token: "No", logprob: log(0.15) }]);
const refused = (message: string, param: string | null = null): unknown => ({ error: { message, type: "invalid_request_error", param } });

test("one token with twenty alternatives", async () => {
  const { server, model } = await setUp(({ json }) => json(200, yesNo));
  const reply = await model.probabilityOfYes(reward());
  expect(server.bodies[0]).toMatchObject({ max_tokens: 1, logprobs: true, top_logprobs: 20, temperature: 1, seed: 7 });
  expect(Object.keys(server.bodies[0] ?? {}).sort()).toEqual(["logprobs", "max_tokens", "messages", "model", "seed", "stream", "temperature", "top_logprobs"]);
  expect(reply.yes).toBeCloseTo(0.8, 12);
  expect(reply.no).toBeCloseTo(0.15, 12);
  expect(reply.source).toBe("logprobs");
  expect(reply.usage).toEqual({ requests: 1, samples: 1, promptTokens: 100, completionTokens: 1 });
});

test.each([
  ["fewer alternatives", "top_logprobs must be between 0 and 5"],
  ["fewer alternatives, named otherwise", "Requested sample logprobs of 20, which is greater than max allowed: 5"],
])("%s are asked for after a refusal, and from then on", async (_, message) => {
  const { server, model } = await setUp(({ json, request }) => (Number(request.body["top_logprobs"]) > 5 ? json(400, refused(message)) : json(200, yesNo)));
  expect((await model.probabilityOfYes(reward())).source).toBe("logprobs");
  await model.probabilityOfYes(reward());
  expect(server.bodies.map((body) => body["top_logprobs"])).toEqual([20, 5, 5]);
});

describe("sampled replies", () => {
  const words = ["Yes", "yes.", "No", "**Yes**", "The answer is yes"];
  const sampled = completion(words);

  test.each<[string, number, unknown]>([
    ["refused by name", 400, refused("`logprobs` is not supported with this model", "logprobs")],
    ["refused with 422", 422, { detail: [{ loc: ["body", "logprobs"], msg: "Extra inputs are not permitted" }] }],
    ["refused without a name", 400, refused("Bad request")],
    ["accepted and null", 200, { choices: [{ message: { content: "Yes" }, finish_reason: "length", logprobs: null }] }],
    ["accepted and empty", 200, { choices: [{ message: { content: "Yes" }, finish_reason: "length", logprobs: { content: [] } }] }],
    ["unreadable", 200, oneToken("token_id:5", -0.1, [{ token: "token_id:6", logprob: -3 }])],
    ["answered with nonsense", 200, "no completion"],
  ])("log-probabilities %s: (k+1)/(m+2), remembered", async (_, status, body) => {
    const { server, model } = await setUp(({ json, request }) => ("logprobs" in request.body ? json(status, body) : json(200, sampled)));
    const first = await model.probabilityOfYes(reward());
    expect(first).toMatchObject({ yes: 5 / 7, no: 2 / 7, source: "sampled" });
    const asked = server.requests.length;
    const second = await model.probabilityOfYes(reward());
    expect(second).toEqual({ ...first, usage: { requests: 1, samples: 5, promptTokens: 100, completionTokens: 10 } });
    expect(server.bodies.slice(asked)).toEqual([expect.objectContaining({ n: 5, temperature: 1, max_tokens: 8 })]);
    expect(server.bodies[asked]).not.toHaveProperty("logprobs");
  });

  test("m is a setting, and n ignored means m requests with their own seeds", async () => {
    const { server, model } = await setUp(({ json, request }) => ("logprobs" in request.body ? json(400, refused("logprobs", "logprobs")) : json(200, completion([Number(request.body["seed"]) === 7 ? "No" : "Yes"]))), { sampledYes: 3 });
    expect((await model.probabilityOfYes(reward())).yes).toBeCloseTo(3 / 5, 12);
    expect(new Set(server.bodies.slice(-3).map((body) => body["seed"])).size).toBe(3);
  });

  test("unreadable replies count neither way", async () => {
    const { model } = await setUp(({ json, request }) => ("logprobs" in request.body ? json(400, refused("logprobs", "logprobs")) : json(200, completion(["Yes", "Maybe", "Hard to say: yes or no", "Yes", "?"]))));
    expect((await model.probabilityOfYes(reward())).yes).toBeCloseTo(3 / 4, 12);
  });

  test("an endpoint that is down gives its failure, and log-probabilities are not given up", async () => {
    const { model, memory } = await setUp(({ json }) => json(400, refused("Bad request")));
    expect(await failureOf(model.probabilityOfYes(reward()))).toMatchObject({ code: "endpoint.rejected" });
    expect(memory.topLogprobs).toBe(20);
  });
});

describe("models that think first", () => {
  const thought = (content: string | null, reasoning?: string): unknown => ({
    choices: [{ message: { content, ...(reasoning === undefined ? {} : { reasoning_content: reasoning }) }, finish_reason: "length", logprobs: { content: [{ token: "<think>", logprob: -0.001, top_logprobs: [{ token: "Yes", logprob: -9 }] }] } }],
  });

  test.each<[string, unknown, unknown]>([
    ["a think tag", thought("<think>"), completion(Array<string>(5).fill("<think>Is it yes? no.</think>No"))],
    ["a reasoning field", thought(null, "So"), { choices: Array.from({ length: 5 }, () => ({ message: { content: "No", reasoning: "Is it yes?" }, finish_reason: "stop" })) }],
  ])("%s: sampled with room, reading what follows the thought", async (_, first, later) => {
    const { server, model } = await setUp(({ json, request }) => json(200, "logprobs" in request.body ? first : later), { thinkingTokens: 500 });
    expect(await model.probabilityOfYes(reward())).toMatchObject({ yes: 1 / 7, no: 6 / 7, source: "sampled" });
    await model.probabilityOfYes(reward());
    expect(server.bodies.map((body) => [body["max_tokens"], "logprobs" in body])).toEqual([[1, true], [508, false], [508, false]]);
  });

  test("a thought without a mark: neither word has mass, short replies say nothing, long ones do", async () => {
    const { server, model } = await setUp(
      ({ json, request }) => {
        if ("logprobs" in request.body) return json(200, oneToken("So", log(0.56), [{ token: "So", logprob: log(0.56) }, { token: "Okay", logprob: log(0.4) }, { token: "Yes", logprob: log(0.000002) }]));
        return json(200, Number(request.body["max_tokens"]) < 100 ? { choices: Array.from({ length: 5 }, () => ({ message: { content: "So, let us look at" }, finish_reason: "length" })) } : completion(Array<string>(5).fill("So, let us look.</think>Yes")));
      },
      { thinkingTokens: 500 },
    );
    expect(await model.probabilityOfYes(reward())).toMatchObject({ yes: 6 / 7, source: "sampled" });
    expect(server.bodies.map((body) => body["max_tokens"])).toEqual([1, 8, 500]);
  });

  test("a first token that is never an answer ends the asking for log-probabilities; once it was, it does not", async () => {
    const vague = oneToken("Well", log(0.9), [{ token: "Well", logprob: log(0.9) }, { token: "Yes", logprob: log(0.001) }]);
    const one = await setUp(({ json, request }) => json(200, "logprobs" in request.body ? vague : completion(["Yes", "Yes", "Yes", "Yes", "Yes"])));
    for (let call = 0; call < 5; call++) await one.model.probabilityOfYes(reward());
    expect(one.server.bodies.filter((body) => "logprobs" in body)).toHaveLength(3);
    const other = await setUp(({ json, request, index }) => json(200, "logprobs" in request.body ? (index === 0 ? yesNo : vague) : completion(["Yes", "Yes", "Yes", "Yes", "Yes"])));
    for (let call = 0; call < 6; call++) await other.model.probabilityOfYes(reward());
    expect(other.server.bodies.filter((body) => "logprobs" in body)).toHaveLength(6);
  });
});
