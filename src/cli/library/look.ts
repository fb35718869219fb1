import path from "node:path";
import { prepareImage } from "../../adapters/images";
import { searchLibrary } from "../../core/exemplars";
import { FigtreeError, type Exemplar, type ExemplarStore } from "../../core/ports";
import { exitCode, printJson as print, type Io } from "../io";
import { oneLine } from "../live";
import type { Environment } from "../models";
import { oneOf, wholeNumberOption } from "../options";
import { readFigure } from "../read-figure";
import { sentence } from "../result";
import { openEmbedderFor, type LibraryChoice } from "./choice";
import { vectorNote } from "./vectors";
import { exemplarLine } from "./words";

export interface ListOptions extends LibraryChoice {
  readonly text?: string;
  readonly subject?: string;
  readonly tag?: string;
  readonly state?: string;
  readonly offset?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

export interface FindOptions extends LibraryChoice {
  readonly image?: string;
  readonly limit?: string;
  readonly json?: boolean;
}

/** `figtree library list`: what is there, by filters. */
export async function listCommand(options: ListOptions, io: Io, store: ExemplarStore): Promise<number> {
  const { text, subject, tag } = options;
  const { total, exemplars } = await store.list({
    ...(text === undefined ? {} : { text }), ...(subject === undefined ? {} : { subject }), ...(tag === undefined ? {} : { tag }),
    ...(options.state === undefined ? {} : { state: oneOf("--state", options.state, ["verified", "withContext", "withoutContext", "flagged"] as const) }),
    offset: wholeNumberOption("--offset", options.offset, 0, 1e9) ?? 0, limit: wholeNumberOption("--limit", options.limit, 1, 1e6) ?? 50,
  });
  if (options.json === true) print(io, { total, exemplars });
  else io.stdout(exemplars.length === 0 ? "No exemplar.\n" : `${[...exemplars.map(exemplarLine), `${exemplars.length} of ${total}`].join("\n")}\n`);
  return exitCode.ok;
}

/** `figtree library search [WORDS] [--image FILE]`: the lists that retrieval fuses, with each one's rank and score. */
export async function searchCommand(words: string | undefined, options: FindOptions, io: Io, env: Environment, signal: AbortSignal, store: ExemplarStore): Promise<number> {
  const question = (words ?? "").trim();
  if (question === "" && options.image === undefined) throw new FigtreeError("input.invalid", { field: "The search", message: "Give words, or a picture with --image." });
  const limit = wholeNumberOption("--limit", options.limit, 1, 10_000) ?? 20;
  const image = options.image === undefined ? null : (await prepareImage(await readFigure(options.image), { name: path.basename(options.image) })).image;
  const embedder = await openEmbedderFor(store, options, env, signal);
  try {
    const { candidates, channels, failures } = await searchLibrary({ store, embedder, question, image, limit, signal });
    const notes = [...new Map([...failures.values()].map((error) => [error.message, sentence(error)])).values()];
    const note = await vectorNote(store, embedder);
    if (note !== null) notes.push(note);
    if (options.json === true) print(io, { channels, notes, results: candidates.map(({ exemplar, channels: places, fused }) => ({ ...brief(exemplar), fused, channels: places })) });
    else {
      for (const note of notes) io.stderr(`${note}\n`);
      io.stdout(candidates.length === 0 ? "Nothing was found.\n" : candidates.map(({ exemplar, channels: places }) => `${exemplarLine(exemplar)}\n    ${Object.entries(places).map(([name, { rank, score }]) => `${name} #${rank} (${score.toFixed(3)})`).join("  ")}\n`).join(""));
    }
    return exitCode.ok;
  } finally {
    await embedder.dispose();
  }
}

const brief = ({ id, question, choices, answer, subject, tags, source, passRate, context, image }: Exemplar) => ({ id, question, choices, answer, subject, tags, source, passRate, hasContext: context !== null, image });

/** `figtree library stats`. */
export async function statsCommand(options: { readonly json?: boolean }, io: Io, store: ExemplarStore): Promise<number> {
  const { exemplars, withContext, meanPassRate, embedder, withoutVectors } = await store.stats();
  if (options.json === true) print(io, { place: store.place, engine: store.engine, exemplars, withContext, meanPassRate, embedder: embedder?.id ?? null, dimensions: embedder?.dimensions ?? null, withoutVectors, notices: store.notices });
  else {
    io.stdout([
      `${exemplars} exemplars in ${store.place} (${store.engine === "lancedb" ? "LanceDB" : "plain files"})`,
      `${withContext} with a context, mean pass rate ${meanPassRate === null ? "not known" : meanPassRate.toFixed(2)}`,
      embedder === null ? "No vectors yet." : `Vectors by ${embedder.id}; ${withoutVectors} exemplars have none`,
    ].map((line) => `${oneLine(line, Infinity)}\n`).join(""));
  }
  return exitCode.ok;
}
