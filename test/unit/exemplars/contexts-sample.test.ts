import { expect, test } from "vitest";
import { createEmbeddedModel } from "../../../src/adapters/embedded";
import { startServer } from "../../../src/adapters/server";
import { buildContexts, contextDefaults, type ContextsEvent } from "../../../src/core/exemplars";
import { silentLogger, type VisionModel } from "../../../src/core/ports";
import { isFinalSubQuestion, parseSolution } from "../../../src/core/prompts";
import { buildProcess } from "../../fixtures/build-process";
import { createMemoryStore, fakeExemplar, type MemoryStore } from "../../fixtures/memory-library";
import { manualClock } from "../../fixtures/run-solve";
import { bundledFigures, sampleModelFolder } from "../../fixtures/sample-model";
import { closeLater, setUp } from "../openai/harness";

const settings = { ...contextDefaults, contexts: 2, verifications: 2, maxTokens: 64 };

async function build(store: MemoryStore, model: VisionModel, stopAfter: number | null): Promise<ContextsEvent[]> {
  const controller = new AbortController();
  const events: ContextsEvent[] = [];
  for await (const event of buildContexts({ store, model, settings, clock: manualClock(), signal: controller.signal, inFlight: 2 })) {
    events.push(event);
    if (events.filter(({ type }) => type === "done").length === stopAfter) controller.abort();
  }
  return events;
}

test("the sample model over its server: contexts in the agreed form, and a second run asks about the unfinished figures alone", async () => {
  const embedded = createEmbeddedModel({ folder: sampleModelFolder, name: "sample", processFile: await buildProcess(), logger: silentLogger, sample: true });
  closeLater(() => embedded.dispose());
  /** The request log: which picture each request was about. */
  const log: string[] = [];
  const logged = { info: embedded.info, complete: (request: Parameters<typeof embedded.complete>[0]) => (log.push(...request.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "image" ? [part.image.sha256] : [])))), embedded.complete(request)) };
  const served = await startServer({ model: logged, host: "127.0.0.1", port: 0, logger: silentLogger });
  closeLater(() => served.close());
  const { model } = await setUp(() => undefined, { baseUrl: served.url, model: "sample" });

  const store = createMemoryStore();
  for (const { image, question, answer } of bundledFigures()) await store.put(fakeExemplar({ question, answer }), image);
  const first = await build(store, model, 2);
  expect(first.at(-1)).toMatchObject({ type: "finished", reason: "cancelled" });
  const finished = (await store.list()).exemplars.filter(({ candidates }) => candidates.length > 0).map(({ image }) => image.sha256);
  expect(finished.length).toBeGreaterThanOrEqual(2);
  expect(finished.length).toBeLessThan(6);

  log.length = 0;
  const second = await build(store, model, null);
  expect(second[0]).toEqual({ type: "started", total: 6 - finished.length, finished: finished.length });
  expect(log.length).toBeGreaterThan(0);
  expect(log.filter((sha256) => finished.includes(sha256))).toEqual([]);

  const { exemplars } = await store.list();
  for (const { context, candidates } of exemplars) {
    expect(candidates.length).toBeGreaterThan(0);
    if (context !== null) expect(isFinalSubQuestion(parseSolution(context).at(-1)!.subQuestion)).toBe(true);
  }
  // It solves most of its own figures, whatever it was told.
  expect(exemplars.filter(({ passRate }) => (passRate ?? 0) > 0).length).toBeGreaterThanOrEqual(4);
});
