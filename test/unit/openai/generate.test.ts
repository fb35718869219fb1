import { describe, expect, test } from "vitest";
import { completion, failureOf, generation, messages, picture, setUp, textOnly } from "./harness";

const refusal = (message: string, param: string | null = null): unknown => ({ error: { message, type: "invalid_request_error", param, code: null } });

describe("the request", () => {
  test("carries the picture as a data URL and every field once", async () => {
    const { server, model } = await setUp(({ json }) => json(200, completion(["a", "b"])));
    const reply = await model.generate(generation({ samples: 2 }));
    expect(server.requests[0]).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
    expect(server.bodies).toEqual([
      {
        model: "viewer-7b",
        messages: [
          { role: "system", content: "Look closely." },
          { role: "user", content: [{ type: "image_url", image_url: { url: `data:image/png;base64,${Buffer.from(picture.bytes).toString("base64")}` } }, { type: "text", text: "Question: How many?" }] },
        ],
        stream: false,
        max_tokens: 200,
        temperature: 0.7,
        top_p: 0.95,
        stop: ["\nSub-question"],
        seed: 7,
        n: 2,
      },
    ]);
    expect(reply).toEqual({ choices: [{ text: "a", finish: "stop" }, { text: "b", finish: "stop" }], usage: { requests: 1, samples: 2, promptTokens: 100, completionTokens: 10 } });
    expect(model.info).toEqual({ name: "viewer-7b", place: server.origin, sample: false });
  });

  test("is text alone without a picture, and has no top_p of 1", async () => {
    const { server, model } = await setUp(({ json }) => json(200, completion(["a"])));
    await model.generate(generation({ messages: textOnly, topP: 1, stop: [] }));
    expect(server.bodies[0]).toEqual({ model: "viewer-7b", messages: [{ role: "user", content: "Question: How many?" }], stream: false, max_tokens: 200, temperature: 0.7, seed: 7 });
  });

  test("is the same byte for byte when it is made again", async () => {
    const { server, model } = await setUp(({ json }) => json(200, completion(["a", "b", "c"])));
    await model.generate(generation({ samples: 3 }));
    await model.generate(generation({ samples: 3 }));
    await model.generate(generation({ samples: 3, seed: 8 }));
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
    expect(server.bodies[2]?.["seed"]).not.toBe(server.bodies[0]?.["seed"]);
  });
});

describe("several choices", () => {
  test("n ignored: the missing ones are asked for, and later calls ask one by one with the same seeds", async () => {
    const { server, model, memory } = await setUp(({ json, request }) => json(200, completion([`seed ${String(request.body["seed"])}`])));
    const first = await model.generate(generation({ samples: 4 }));
    expect(server.bodies.map(({ n }) => n)).toEqual([4, undefined, undefined, undefined]);
    expect(new Set(first.choices.map(({ text }) => text)).size).toBe(4);
    expect(memory.choicesPerRequest).toBe(1);
    const second = await model.generate(generation({ samples: 4 }));
    expect(server.bodies.slice(4).map(({ n }) => n)).toEqual([undefined, undefined, undefined, undefined]);
    expect(second.choices).toEqual(first.choices);
    expect(second.usage).toEqual({ requests: 4, samples: 4, promptTokens: 400, completionTokens: 40 });
  });

  test("n limited: the rest comes in requests of that size", async () => {
    const { server, model } = await setUp(({ json, request }) => json(200, completion(Array.from({ length: Math.min(2, Number(request.body["n"] ?? 1)) }, () => "x"))));
    expect((await model.generate(generation({ samples: 5 }))).choices).toHaveLength(5);
    expect(server.bodies.map(({ n }) => n)).toEqual([5, 2, undefined]);
  });

  test("more choices than asked for are cut", async () => {
    const { model } = await setUp(({ json }) => json(200, completion(["a", "b", "c"])));
    expect((await model.generate(generation({ samples: 2 }))).choices).toHaveLength(2);
  });

  test.each([
    ["'n' : number must be at most 1", null],
    ["This value is not supported", "n"],
    ["Only one completion choice is allowed", null],
    ["Multiple candidates is not enabled for this model", null],
    ["n > 1 is not supported", null],
  ])("n refused (%s): asked one by one", async (message, param) => {
    const { server, model } = await setUp(({ json, request }) => ("n" in request.body ? json(400, refusal(message, param)) : json(200, completion(["a"]))));
    const { choices, usage } = await model.generate(generation({ samples: 3 }));
    expect(choices).toHaveLength(3);
    expect(usage.requests).toBe(4);
    expect(server.bodies.map((body) => "n" in body)).toEqual([true, false, false, false]);
  });

  test("at temperature 0 no n is sent", async () => {
    const { server, model } = await setUp(({ json }) => json(200, completion(["a"])));
    await model.generate(generation({ samples: 2, temperature: 0 }));
    expect(server.bodies.map(({ n }) => n)).toEqual([undefined, undefined]);
  });

  test("what came is kept when the endpoint fails on the rest", async () => {
    const { model } = await setUp(({ json, index }) => (index === 0 ? json(200, completion(["a"])) : json(400, refusal("No more for you"))));
    expect((await model.generate(generation({ samples: 3 }))).choices).toEqual([{ text: "a", finish: "stop" }]);
  });

  test("an endpoint that only ever sends empty lists is given up", async () => {
    const { server, model } = await setUp(({ json }) => json(200, { choices: [] }));
    expect(await failureOf(model.generate(generation({ samples: 2 })))).toMatchObject({ code: "endpoint.badResponse" });
    expect(server.requests).toHaveLength(2);
    expect(server.bodies[1]?.["seed"]).not.toBe(server.bodies[0]?.["seed"]);
  });
});

describe("refused fields", () => {
  test.each([
    ["temperature", "Unsupported value: 'temperature' does not support 0.7 with this model.", "temperature"],
    ["top_p", "`top_p` must be > 0.0 and < 1.0", null],
    ["seed", "property 'seed' is unsupported", null],
    ["stop", "Argument not supported on this model: stop", null],
  ])("%s is left out once and for good", async (field, message, param) => {
    const { server, model, memory } = await setUp(({ json, request }) => (field in request.body ? json(400, refusal(message, param)) : json(200, completion(["a"]))));
    await model.generate(generation());
    await model.generate(generation());
    expect(server.bodies.map((body) => field in body)).toEqual([true, false, false]);
    expect(Object.keys(server.bodies[0] ?? {}).filter((name) => !(name in (server.bodies[1] ?? {})))).toEqual([field]);
    expect(memory.refused).toEqual([field]);
  });

  test("several in one refusal", async () => {
    const { server, model } = await setUp(({ json, request }) => ("temperature" in request.body ? json(400, refusal("unsupported parameters: ['temperature', 'top_p', 'seed']")) : json(200, completion(["a"]))));
    await model.generate(generation());
    expect(Object.keys(server.bodies[1] ?? {}).sort()).toEqual(["max_tokens", "messages", "model", "stop", "stream"]);
  });

  test("one after the other", async () => {
    const { server, model } = await setUp(({ json, request }) => {
      const unknown = Object.keys(request.body).find((name) => !["model", "messages", "stream", "max_tokens"].includes(name));
      return unknown === undefined ? json(200, completion(["a"])) : json(422, { detail: [{ type: "extra_forbidden", loc: ["body", unknown], msg: "Extra inputs are not permitted" }] });
    });
    await model.generate(generation({ samples: 3 }));
    expect(server.requests).toHaveLength(5 + 3);
  });

  test("max_completion_tokens only after max_tokens was refused", async () => {
    const { server, model } = await setUp(({ json, request }) => ("max_tokens" in request.body ? json(400, refusal("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "max_tokens")) : json(200, completion(["a"]))));
    await model.generate(generation());
    await model.generate(generation());
    expect(server.bodies.map((body) => [body["max_tokens"], body["max_completion_tokens"]])).toEqual([[200, undefined], [undefined, 200], [undefined, 200]]);
  });

  test("a token limit that is too small or too large is moved, not dropped", async () => {
    const { server, model } = await setUp(({ json, request }) => {
      const limit = Number(request.body["max_tokens"]);
      if (limit > 100) return json(400, refusal("max_tokens must be less than or equal to 100"));
      return limit < 16 ? json(400, refusal("Invalid 'max_tokens': integer below minimum value. Expected a value >= 16, but got 3 instead.")) : json(200, completion(["a"]));
    });
    await model.generate(generation({ maxTokens: 3 }));
    await model.generate(generation({ maxTokens: 200 }));
    expect(server.bodies.map((body) => body["max_tokens"])).toEqual([3, 16, 200, 100]);
  });

  test("a refusal that names nothing is final", async () => {
    const { server, model } = await setUp(({ json }) => json(400, refusal("I would rather not")));
    expect(await failureOf(model.generate(generation()))).toEqual({ code: "endpoint.rejected", details: { place: server.origin, model: "viewer-7b", status: 400, message: "I would rather not" } });
    expect(server.requests).toHaveLength(1);
  });

  test("a field refused with status 500 is left out without waiting", async () => {
    const { server, model, pauses } = await setUp(({ json, request }) => ("n" in request.body ? json(500, refusal("Only one completion choice is allowed")) : json(200, completion(["a"]))));
    expect((await model.generate(generation({ samples: 2 }))).choices).toHaveLength(2);
    expect([server.requests.length, pauses.length]).toEqual([3, 0]);
  });

  test.each(["Please stop sending so many requests", "The request was malformed in line n", "Invalid image: could not decode, max size exceeded", "Something went wrong, try again"])("%j names no field", async (message) => {
    const { server, model } = await setUp(({ json }) => json(400, refusal(message)));
    expect((await failureOf(model.generate(generation({ samples: 2 })))).code).toBe("endpoint.rejected");
    expect(server.requests).toHaveLength(1);
  });

  test("calls at the same time learn together", async () => {
    const { server, model } = await setUp(({ json, request }) => ("seed" in request.body ? json(400, refusal("seed is not supported", "seed")) : json(200, completion(["a"]))));
    await Promise.all([1, 2, 3].map((seed) => model.generate(generation({ seed }))));
    expect(server.requests).toHaveLength(6);
  });
});

describe("content", () => {
  const message = (fields: unknown, finish: unknown = "stop"): unknown => ({ choices: [{ index: 0, message: fields, finish_reason: finish }] });

  test.each([
    ["a list of parts", message({ content: [{ type: "text", text: "one " }, { type: "text", text: "two" }] }), { text: "one two", finish: "stop" }],
    ["thinking parts", message({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }, { type: "text", text: "5" }] }), { text: "5", finish: "stop" }],
    ["a think block", message({ content: "<think>hm</think>\n5" }), { text: "5", finish: "stop" }],
    ["the end of a thought only", message({ content: "hm</think>\n5" }), { text: "5", finish: "stop" }],
    ["reasoning_content beside it", message({ content: "5", reasoning_content: "hm" }), { text: "5", finish: "stop" }],
    ["reasoning beside it", message({ content: "5", reasoning: "hm" }), { text: "5", finish: "stop" }],
    ["a reply misplaced into the reasoning", message({ content: null, reasoning_content: "The answer is 5." }), { text: "The answer is 5.", finish: "stop" }],
    ["null", message({ content: null }, "length"), { text: "", finish: "length" }],
    ["no message at all", { choices: [{ index: 0, finish_reason: "MAX_TOKENS" }] }, { text: "", finish: "other" }],
    ["an error beside choices", { error: {}, choices: [{ message: { content: "5" }, finish_reason: "stop" }] }, { text: "5", finish: "stop" }],
    ["a refusal", message({ content: null, refusal: "I cannot help." }), { text: "", finish: "stop", declined: "I cannot help." }],
    ["model_length", message({ content: "5" }, "model_length"), { text: "5", finish: "length" }],
    ["content_filter", message({ content: "5" }, "content_filter"), { text: "5", finish: "other" }],
    ["content_filter without a word", message({ content: null }, "content_filter"), { text: "", finish: "other", declined: "" }],
    ["an object as finish reason", message({ content: "5" }, { type: "stop" }), { text: "5", finish: "other" }],
    ["a stop text that the server did not honour", message({ content: " 2 + 2?\nAnswer 1: 4\nSub-question 2: and" }), { text: " 2 + 2?\nAnswer 1: 4", finish: "stop" }],
  ])("%s", async (_, body, choice) => {
    const { model } = await setUp(({ json }) => json(200, body));
    expect((await model.generate(generation())).choices).toEqual([choice]);
  });

  test("missing usage counts no tokens", async () => {
    const { model } = await setUp(({ json }) => json(200, completion(["a"], null)));
    expect((await model.generate(generation())).usage).toEqual({ requests: 1, samples: 1, promptTokens: 0, completionTokens: 0 });
  });

  test("a thought that used the limit up is asked for again with room, without stop texts, from then on", async () => {
    const { server, model } = await setUp(
      ({ json, request }) => json(200, Number(request.body["max_tokens"]) > 1000 ? message({ content: "5", reasoning_content: "long" }) : message({ content: null, reasoning_content: "long" }, "length")),
      { thinkingTokens: 2000 },
    );
    expect((await model.generate(generation())).choices).toEqual([{ text: "5", finish: "stop" }]);
    await model.generate(generation());
    expect(server.bodies.map((body) => [body["max_tokens"], "stop" in body])).toEqual([[200, true], [2200, false], [2200, false]]);
  });

  test("JSON under another content type is read", async () => {
    const { model } = await setUp(({ text }) => text(200, `\n\n${JSON.stringify(completion(["a"]))}`));
    expect((await model.generate(generation())).choices[0]?.text).toBe("a");
  });

  test("an event stream that nobody asked for is put together", async () => {
    const event = (delta: unknown, finish: string | null = null, index = 0): string => `data: ${JSON.stringify({ choices: [{ index, delta, finish_reason: finish }] })}\n\n`;
    const { model } = await setUp(({ stream, response }) => {
      stream([": PROCESSING\n\n", event({ role: "assistant", content: "fi" }), event({ content: "six" }, "stop", 1), event({ content: "ve" }, "stop"), `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })}\n\n`, "data: [DONE]\n\n"]);
      response.end();
    });
    expect(await model.generate(generation({ samples: 2 }))).toEqual({ choices: [{ text: "five", finish: "stop" }, { text: "six", finish: "stop" }], usage: { requests: 1, samples: 2, promptTokens: 3, completionTokens: 2 } });
  });
});

test("a picture with many messages is in each request, whatever the order of pictures", async () => {
  const { server, model } = await setUp(({ json }) => json(200, completion(["a"])));
  const others = Array.from({ length: 20 }, (_, index) => ({ ...picture, bytes: Buffer.from([index]), sha256: `${index}`.padStart(64, "0") }));
  for (const image of [...others, picture]) await model.generate(generation({ messages: [{ role: "user", parts: [{ type: "image", image }] }, ...messages] }));
  expect(server.requests[20]?.text.split(Buffer.from(picture.bytes).toString("base64"))).toHaveLength(3);
  expect(server.requests[3]?.text).toContain(`base64,${Buffer.from([3]).toString("base64")}`);
});

test("a picture is encoded once for all requests", async () => {
  const { server, model } = await setUp(({ json }) => json(200, completion(["a"])));
  let reads = 0;
  const image = { ...picture, get bytes() {
    reads++;
    return picture.bytes;
  } };
  for (let call = 0; call < 3; call++) await model.generate(generation({ messages: [{ role: "user", parts: [{ type: "image", image }] }] }));
  expect([server.requests.length, reads]).toEqual([3, 1]);
});

describe("more pictures than the endpoint takes", () => {
  const other = { ...picture, sha256: "1".repeat(64) };
  const several = [{ role: "user" as const, parts: [{ type: "image" as const, image: other }, { type: "text" as const, text: "An example." }] }, { role: "assistant" as const, parts: [{ type: "text" as const, text: "Its reply." }] }, ...messages];
  const pictures = (body: Readonly<Record<string, unknown>>): number => JSON.stringify(body).split('"image_url":{').length - 1;

  test.each([
    ["At most 1 image(s) may be provided in one request.", 400],
    ["multiple images are not supported by this model", 400],
    ["Too many images in request", 500],
  ])("%s: the last one stays, a note stands in for the others, from then on", async (message, status) => {
    const { server, model, memory } = await setUp(({ json, request }) => (pictures(request.body) > 1 ? json(status, refusal(message)) : json(200, completion(["a"]))));
    await model.generate(generation({ messages: several }));
    await model.generate(generation({ messages: several }));
    expect(server.bodies.map(pictures)).toEqual([2, 1, 1]);
    const sent = server.bodies[1]?.["messages"] as { content: unknown }[];
    expect(sent[0]?.content).toBe("(The picture of this worked example is left out.)\nAn example.");
    expect(sent[3]?.content).toHaveLength(2);
    expect(memory.imagesPerRequest).toBe(1);
  });

  test("a number that is named is kept", async () => {
    const three = [several[0]!, ...several];
    const { server, model } = await setUp(({ json, request }) => (pictures(request.body) > 2 ? json(400, refusal("At most 2 image(s) may be provided in one prompt.")) : json(200, completion(["a"]))));
    await model.generate(generation({ messages: three }));
    expect(server.bodies.map(pictures)).toEqual([3, 2]);
  });
});
