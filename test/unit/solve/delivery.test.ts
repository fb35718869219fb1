import sharp from "sharp";
import { expect, test } from "vitest";
import { createEmbeddedModel } from "../../../src/adapters/embedded";
import { startServer } from "../../../src/adapters/server";
import { retrievalDefaults } from "../../../src/core/exemplars";
import { silentLogger, type PreparedImage } from "../../../src/core/ports";
import { settingsOf, type SolveLibrary } from "../../../src/core/solve";
import { buildProcess } from "../../fixtures/build-process";
import { createMemoryStore, fakeExemplar } from "../../fixtures/memory-library";
import { runSolve } from "../../fixtures/run-solve";
import { bundledFigures, sampleModelFolder } from "../../fixtures/sample-model";
import { closeLater, completion, oneToken, setUp } from "../openai/harness";

const figures = bundledFigures();
const settings = settingsOf("quick", { iterations: 1, width: 1, depth: 2 });

async function library(count: number): Promise<SolveLibrary> {
  const store = createMemoryStore();
  for (const { image, question, answer } of figures.slice(1, 1 + count)) await store.put(fakeExemplar({ question: `${question} What is it?`, answer, context: `Sub-question 1: Now we can answer the question: ${question}\nAnswer 1: The answer is ${answer}.`, passRate: 1 }), image);
  return { store, embedder: null, pinned: [], banned: [], settings: { ...retrievalDefaults, exemplars: count } };
}

interface Sent {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}
const sentIn = (body: Readonly<Record<string, unknown>>): readonly Sent[] => body["messages"] as readonly Sent[];
const picturesIn = (body: Readonly<Record<string, unknown>>): number => sentIn(body).reduce((sum, { content }) => sum + (typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length), 0);

/** A server that takes so many pictures in a request and refuses more. */
const taking = (most: number) =>
  setUp(({ request, json }) => {
    if (picturesIn(request.body) > most) json(400, { error: { message: `At most ${most} image(s) may be provided in one request.` } });
    else if (request.body["logprobs"] === true) json(200, oneToken("Yes", Math.log(0.9), [{ token: "Yes", logprob: Math.log(0.9) }, { token: "No", logprob: Math.log(0.1) }]));
    else json(200, completion([" Now we can answer the question: What?\nAnswer 1: The answer is 3."]));
  });

const large = async (): Promise<PreparedImage> => ({ ...figures[0]!.image, bytes: new Uint8Array(await sharp(figures[0]!.image.bytes).resize(1000, 1000).png().toBuffer()), width: 1000, height: 1000, sha256: "a".repeat(64) });

test.each([
  ["as many as there are", 9, "pictures", 3, null],
  ["two", 2, "contactSheet", 2, ""],
  ["one, with a small figure", 1, "contactSheet", 1, ""],
  ["one, with a large figure", 1, "text", 1, "the exemplars were shown as text, without theirs"],
] as const)("an endpoint that takes %s pictures", async (name, most, delivery, pictures, detail) => {
  const { server, model } = await taking(most);
  const { snapshot } = await runSolve({ model, settings, library: await library(2), image: name.includes("large") ? await large() : figures[0]!.image });
  expect(snapshot.outcome).toMatchObject({ partial: false, error: null });
  expect(snapshot.exemplars!.delivery).toBe(delivery);
  expect(snapshot.warnings.filter(({ code }) => code.startsWith("exemplars"))).toEqual(detail === null ? [] : [{ code: "exemplarsCombined", count: 1, detail }]);
  const accepted = server.bodies.filter((body) => picturesIn(body) <= most);
  expect(accepted.map(picturesIn)).toEqual(accepted.map(() => pictures));
  // Generation and both rewards: the same bytes before the last turn's own text.
  expect(accepted).toHaveLength(3);
  expect(new Set(accepted.map((body) => JSON.stringify(sentIn(body).slice(0, -1)))).size).toBe(1);
  expect(sentIn(accepted[0]!).map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
});

test("the sample model does not read earlier turns: told by itself and through its server, with the answer it gives alone", async () => {
  const embedded = createEmbeddedModel({ folder: sampleModelFolder, name: "sample", processFile: await buildProcess(), logger: silentLogger, sample: true });
  closeLater(() => embedded.dispose());
  const served = await startServer({ model: embedded, host: "127.0.0.1", port: 0, logger: silentLogger });
  closeLater(() => served.close());
  const { model } = await setUp(() => undefined, { baseUrl: served.url, model: "sample" });
  const alone = await runSolve({ model: embedded, settings, image: figures[0]!.image });
  for (const each of [embedded, model]) {
    const { snapshot } = await runSolve({ model: each, settings, library: await library(2), image: figures[0]!.image });
    expect(snapshot.exemplars!.delivery).toBe("dropped");
    expect(snapshot.warnings.map(({ code }) => code)).toContain("exemplarsIgnored");
    if (each === embedded) expect(snapshot.best).toEqual(alone.snapshot.best);
  }
});
