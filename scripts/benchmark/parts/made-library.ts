import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createEmbedder } from "../../../src/adapters/embedders";
import { prepareImage } from "../../../src/adapters/images";
import { openLibrary } from "../../../src/adapters/library";
import { systemClock } from "../../../src/adapters/system";
import { importExemplars, inspectImport } from "../../../src/adapters/transfer";
import { fillVectors } from "../../../src/core/exemplars";
import { silentLogger, type Embedder, type ExemplarStore } from "../../../src/core/ports";

export interface MadeLibrary {
  readonly store: ExemplarStore;
  readonly embedder: Embedder;
  clean(): Promise<void>;
}

/** A library in a folder of its own, imported with the guessed mapping and embedded by the offline embedder. */
export async function makeLibrary(from: string, signal: AbortSignal): Promise<MadeLibrary> {
  const place = await mkdtemp(path.join(tmpdir(), "figtree-benchmark-"));
  const store = await openLibrary({ place, clock: systemClock, logger: silentLogger });
  const plan = await inspectImport(from, { signal });
  const progress = importExemplars({ plan, store, clock: systemClock, signal, stateFolder: path.join(place, "imports"), prepareImage: async (bytes, name) => (await prepareImage(bytes, { name })).image });
  for await (const { done, total } of progress) process.stderr.write(`\r${done} of ${total} records`);
  const surroundings = { sampleModelFolder: path.join(__dirname, "..", "media", "sample-model"), processFile: path.join(__dirname, "embedder-process.js"), logger: silentLogger, random: Math.random, now: Date.now };
  const embedder = await createEmbedder({ kind: "offline" }, surroundings, signal);
  await fillVectors(store, embedder, signal, (done, total) => void process.stderr.write(`\r${done} of ${total} embedded`));
  process.stderr.write("\n");
  return {
    store,
    embedder,
    async clean() {
      await embedder.dispose();
      await store.close();
      await rm(place, { recursive: true, force: true });
    },
  };
}
