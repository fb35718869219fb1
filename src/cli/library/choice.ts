import path from "node:path";
import { createEmbedder, type EmbedderSpec } from "../../adapters/embedders";
import { openLibrary, restoreLibrary, type LibraryOptions } from "../../adapters/library";
import { systemClock } from "../../adapters/system";
import { settleSpace } from "../../core/exemplars";
import { FigtreeError, silentLogger, type Embedder, type ExemplarStore } from "../../core/ports";
import type { Io } from "../io";
import { installedFolder, type Environment } from "../models";
import { oneOf } from "../options";
import { sampleFolder } from "../model";
import { noticeSentence } from "./words";

/** Which library and which embedder, as typed. */
export interface LibraryChoice {
  readonly library?: string;
  readonly libraryKeyEnv?: string;
  readonly embedder?: string;
  readonly embeddingEndpoint?: string;
  readonly embeddingModel?: string;
  readonly embeddingKeyEnv?: string;
  readonly embeddingText?: string;
  readonly embeddingImages?: string;
}

/** Its entry lies beside the command line's bundle. */
const embedderProcessFile = path.join(__dirname, "embedder-process.js");

function keyOf(option: string, variable: string | undefined, env: Environment): string | undefined {
  if (variable === undefined) return undefined;
  const key = env[variable];
  if (key === undefined || key === "") throw new FigtreeError("input.invalid", { field: option, value: variable, message: "This environment variable is not set." });
  return key;
}

function libraryOptionsOf(choice: LibraryChoice, env: Environment): LibraryOptions {
  if (choice.library === undefined) throw new FigtreeError("input.invalid", { field: "--library", message: "The library's folder is needed." });
  const apiKey = keyOf("--library-key-env", choice.libraryKeyEnv, env);
  return { place: choice.library, clock: systemClock, logger: silentLogger, ...(apiKey === undefined ? {} : { apiKey }) };
}

/**
 * Opens the library that the options name; what a person should know of it goes to standard error. Only an import
 * makes one: a mistyped folder is told, not made.
 */
export async function openChosenLibrary(choice: LibraryChoice, io: Io, env: Environment, create = false): Promise<ExemplarStore> {
  const store = await openLibrary({ ...libraryOptionsOf(choice, env), create });
  for (const notice of store.notices) io.stderr(`${noticeSentence(notice)}\n`);
  return store;
}

/** Sets a damaged library back to its last whole version and opens it. Throws as `restoreLibrary`. */
export const restoreChosenLibrary = (choice: LibraryChoice, env: Environment): Promise<ExemplarStore> => restoreLibrary(libraryOptionsOf(choice, env));

/** The embedder that the options say. Throws `input.invalid` for options that do not go together. */
export function embedderSpecOf(choice: LibraryChoice, env: Environment): EmbedderSpec {
  const { embeddingEndpoint: baseUrl, embeddingModel: model, embeddingText: text, embeddingImages: joint } = choice;
  const implied = baseUrl !== undefined ? "endpoint" : text !== undefined || joint !== undefined ? "transformers" : "offline";
  const kind = oneOf("--embedder", choice.embedder ?? implied, ["offline", "endpoint", "transformers"] as const);
  const wrong = (field: string, message: string): FigtreeError => new FigtreeError("input.invalid", { field, message });
  if (kind !== "endpoint" && (baseUrl ?? model) !== undefined) throw wrong("--embedding-endpoint", `It does not go with --embedder ${kind}.`);
  if (kind !== "transformers" && (text ?? joint) !== undefined) throw wrong("--embedding-text and --embedding-images", `They do not go with --embedder ${kind}.`);
  if (kind === "offline") return { kind };
  if (kind === "transformers") {
    if (text === undefined && joint === undefined) throw wrong("--embedding-text and --embedding-images", "Name a folder or an installed model for one of them.");
    return { kind, ...(text === undefined ? {} : { text }), ...(joint === undefined ? {} : { joint }) };
  }
  if (baseUrl === undefined || model === undefined) throw wrong("--embedding-endpoint and --embedding-model", "An endpoint's embedder needs both.");
  const apiKey = keyOf("--embedding-key-env", choice.embeddingKeyEnv, env);
  return { kind, baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) };
}

/** The chosen embedder under the name that its vectors have in this library. Throws as `openChosenEmbedder` and `settleSpace`. */
export async function openEmbedderFor(store: ExemplarStore, choice: LibraryChoice, env: Environment, signal: AbortSignal): Promise<Embedder> {
  const embedder = await openChosenEmbedder(choice, env, signal);
  try {
    return await settleSpace(store, embedder, signal);
  } catch (thrown) {
    await embedder.dispose();
    throw thrown;
  }
}

function openChosenEmbedder(choice: LibraryChoice, env: Environment, signal: AbortSignal): Promise<Embedder> {
  const surroundings = { sampleModelFolder: sampleFolder, processFile: embedderProcessFile, folderOf: (id: string) => installedFolder(id, env), logger: silentLogger, random: Math.random, now: () => systemClock.now() };
  return createEmbedder(embedderSpecOf(choice, env), surroundings, signal);
}
