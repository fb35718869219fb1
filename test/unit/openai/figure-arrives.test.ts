import { createHash } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { newMemory } from "../../../src/adapters/openai";
import type { Message, PreparedImage, VisionModel } from "../../../src/core/ports";
import { buildMessages, correctnessText, directText, stepText, usefulnessText } from "../../../src/core/prompts";
import { seededRandom } from "../../../src/core/search";
import { completion, generation, oneToken, reward, setUp } from "./harness";

/** Noise, so that any change of a pixel shows. */
async function noise(seed: number, width: number, height: number): Promise<PreparedImage> {
  const random = seededRandom(seed);
  const bytes = new Uint8Array(await sharp(Uint8Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)), { raw: { width, height, channels: 3 } }).png().toBuffer());
  return { bytes, mediaType: "image/png", width, height, sha256: createHash("sha256").update(bytes).digest("hex") };
}

let exemplars: readonly Message[];
const figures = new Map<string, PreparedImage>();
beforeAll(async () => {
  const turns = await Promise.all([1, 2].map(async (seed): Promise<Message[]> => [{ role: "user", parts: [{ type: "image", image: await noise(seed, 700, 300) }, { type: "text", text: `Question: example ${seed}` }] }, { role: "assistant", parts: [{ type: "text", text: "The answer is 1." }] }]));
  exemplars = turns.flat();
  for (const [name, width, height] of [["small", 300, 200], ["middle", 300, 560], ["large", 900, 700]] as const) figures.set(name, await noise(9, width, height));
});

const steps = [{ subQuestion: "What is known?", answer: "It is 1." }];
const calls: readonly (readonly [string, string, (model: VisionModel, messages: Message[]) => Promise<unknown>])[] = [
  ["a step", stepText("How many?", [], steps, false), (model, messages) => model.generate(generation({ messages, samples: 3 }))],
  ["the final step", stepText("How many?", [], steps, true), (model, messages) => model.generate(generation({ messages }))],
  ["a direct answer", directText("How many?", []), (model, messages) => model.generate(generation({ messages }))],
  ["R1", usefulnessText("How many?", [], [], "What is known?"), (model, messages) => model.probabilityOfYes(reward({ messages }))],
  ["R2", correctnessText("How many?", [], steps), (model, messages) => model.probabilityOfYes(reward({ messages }))],
];

const pixels = async (bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number; readonly data: Buffer }> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
};

/** Whether one picture stands somewhere in another, pixel by pixel. */
async function holds(picture: Uint8Array, figure: PreparedImage): Promise<boolean> {
  const [all, own] = [await pixels(picture), await pixels(figure.bytes)];
  const row = own.data.subarray(0, own.width * 3);
  for (let at = all.data.indexOf(row); at >= 0; at = all.data.indexOf(row, at + 1)) {
    if (Array.from({ length: own.height }, (_, y) => y).every((y) => all.data.compare(own.data, y * own.width * 3, (y + 1) * own.width * 3, at + y * all.width * 3, at + y * all.width * 3 + own.width * 3) === 0)) return true;
  }
  return false;
}

interface Sent {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly image_url?: { readonly url: string } }[];
}
const picturesOf = (message: Sent): Buffer[] => (typeof message.content === "string" ? [] : message.content.flatMap(({ image_url }) => (image_url === undefined ? [] : [Buffer.from(image_url.url.split(",")[1]!, "base64")])));

describe.each(["small", "middle", "large"])("a %s figure behind worked examples", (size) => {
  test.each([null, 3, 2, 1])("arrives with all its pixels in the last turn of every request, where %s pictures are taken", async (most) => {
    const figure = figures.get(size)!;
    for (const [name, text, call] of calls) {
      const memory = { ...newMemory(), imagesPerRequest: most };
      const { server, model } = await setUp(({ request, json }) => json(200, request.body["logprobs"] === true ? oneToken("Yes", -0.1, [{ token: "Yes", logprob: -0.1 }, { token: "No", logprob: -3 }]) : completion(Array.from({ length: Number(request.body["n"] ?? 1) }, () => "Answer 2: 1"))), { memory });
      await call(model, buildMessages(figure, text, exemplars));
      expect(server.bodies.length, name).toBeGreaterThan(0);
      for (const body of server.bodies) {
        const sent = body["messages"] as Sent[];
        expect(sent.flatMap(picturesOf).length, name).toBe(most ?? 3);
        const last = picturesOf(sent.at(-1)!);
        expect(last, name).toHaveLength(1);
        expect(await holds(last[0]!, figure), name).toBe(true);
      }
    }
  });
});
