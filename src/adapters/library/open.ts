import { existsSync } from "node:fs";
import path from "node:path";
import { FigtreeError, type Clock, type ExemplarStore, type LibraryNotice, type Logger } from "../../core/ports";
import type { Backend } from "./engine/backend";
import { libraryError } from "./engine/failures";
import { createStore } from "./engine/store";
import { openFilesBackend } from "./files/backend";
import { setBackDamaged, wholeLibrary, type WholeLibrary } from "./lance/damage";
import { loadLanceModules, type LanceModules } from "./lance/modules";
import { makeFolder, openLanceBackend } from "./lance/open";
import { createLibrarySearch } from "./search/memory";
import { hasFiles, takeOverFiles } from "./takeover";

export interface LibraryOptions {
  /** Folder, `s3://` or `gs://` address, or `db://` name of a served database. */
  readonly place: string;
  /** For `db://` only. */
  readonly apiKey?: string;
  /** Address of a `db://` database that is not the vendor's cloud. */
  readonly host?: string;
  /** Region of a `db://` database. */
  readonly region?: string;
  /** Keys and addresses of an object store, by its own names; without them its usual environment counts. */
  readonly storage?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** False: `library.notFound` where there is none, instead of an empty one that is made. */
  readonly create?: boolean;
  /** `auto`: the database, or plain files where it cannot be loaded. */
  readonly engine?: "auto" | "lancedb" | "files";
  /** Exemplars up to which everything is searched exactly in memory; words up to four times as many. */
  readonly memoryRows?: number;
  /** Loads the native database. */
  readonly loadLance?: () => Promise<LanceModules>;
}

/** Above this an approximate index is faster than looking at every vector. */
const defaultMemoryRows = 30_000;

/**
 * Opens a library, or makes one unless `create` is false. Nothing native is loaded before. What was kept in plain files
 * while the database was missing is taken over. Throws `library.notFound`, `library.unreachable`, `library.damaged` (with `version`, `date`
 * and `exemplars`, their number, where `restoreLibrary` can help), `library.full`, `library.busy`.
 */
export async function openLibrary(options: LibraryOptions): Promise<ExemplarStore> {
  const local = folderOf(options.place);
  const place = withoutSecrets(local ?? options.place);
  const { engine = "auto", clock, logger, memoryRows = defaultMemoryRows } = options;
  if (local !== null && options.create === false) checkThere(local);
  try {
    const modules = engine === "files" ? new Error("Plain files were asked for.") : await load(options);
    if (modules instanceof Error && (engine === "lancedb" || local === null)) {
      throw new FigtreeError("library.unreachable", { place, message: local === null && engine === "files" ? "Plain files need a folder." : `LanceDB cannot be loaded here: ${reasonOf(modules)}` }, { cause: modules });
    }
    const backend = modules instanceof Error ? await openFiles(local!, clock, engine, modules) : await openLanceBackend(modules, { ...options, place, address: options.place, local, memoryRows });
    if (backend.engine === "lancedb" && local !== null && hasFiles(local)) await takeOverFiles(local, backend, clock, logger);
    return createStore(place, backend, createLibrarySearch(backend, memoryRows), clock);
  } catch (thrown) {
    throw libraryError(thrown, place);
  }
}

/**
 * Sets a damaged library back to its last whole version and opens it; the notice `restored` says what was done.
 * Nothing is deleted: what cannot be read is moved to the folder `damaged`. Only for libraries in a folder. Throws as
 * `openLibrary` of one that is there; `library.damaged` without a version where nothing whole is left.
 */
export async function restoreLibrary(options: LibraryOptions): Promise<ExemplarStore> {
  const local = folderOf(options.place);
  if (local === null) throw new FigtreeError("input.invalid", { field: "The library", value: withoutSecrets(options.place), message: "Only a library in a folder can be set back here." });
  checkThere(local);
  let notices: LibraryNotice[];
  try {
    const modules = await load(options);
    if (modules instanceof Error) throw new FigtreeError("library.unreachable", { place: local, message: `LanceDB cannot be loaded here: ${reasonOf(modules)}` }, { cause: modules });
    notices = await setBackDamaged(modules, local, options.clock);
  } catch (thrown) {
    throw libraryError(thrown, local);
  }
  const store = await openLibrary(options);
  return {
    ...store,
    get notices() {
      return [...notices, ...store.notices];
    },
  };
}

/** What `restoreLibrary` would bring back; null where nothing is damaged, nothing whole is left or nobody can tell. Changes nothing. */
export async function lookBack(options: LibraryOptions): Promise<WholeLibrary | null> {
  const local = folderOf(options.place);
  if (local === null || !existsSync(path.join(local, "exemplars.lance"))) return null;
  const modules = await load(options);
  return modules instanceof Error ? null : wholeLibrary(modules, local).catch(() => null);
}

async function load({ loadLance = loadLanceModules, logger }: LibraryOptions): Promise<LanceModules | Error> {
  try {
    return await loadLance();
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    logger.warn(`LanceDB cannot be loaded: ${firstLine(error)}`);
    return error;
  }
}

async function openFiles(place: string, clock: Clock, engine: string, missing: Error): Promise<Backend> {
  await makeFolder(place);
  const backend = await openFilesBackend(place, clock);
  const unseen = existsSync(path.join(place, "exemplars.lance"));
  if (engine === "auto" || unseen) {
    const reason = engine === "auto" ? `LanceDB cannot be loaded here: ${reasonOf(missing)}.` : "";
    const consequence = unseen ? "The exemplars that are kept in LanceDB are not seen until it is used again; those added now will join them then." : "The library is kept in plain files, and taken over by LanceDB when it can be loaded.";
    backend.notices.push({ code: "fallback", detail: `${reason} ${consequence}`.trim() });
  }
  return backend;
}

/** Throws `library.notFound` where a folder holds no library. */
function checkThere(folder: string): void {
  if (!existsSync(path.join(folder, "exemplars.lance")) && !hasFiles(folder)) throw new FigtreeError("library.notFound", { place: folder });
}

/** The folder of a local place; null for other addresses. A letter before a colon is a drive. */
function folderOf(place: string): string | null {
  if (place.trim() === "") throw new FigtreeError("input.invalid", { field: "The library", value: place, message: "It needs a folder or an address." });
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(place) ? null : path.resolve(place);
}

/** An address without name, password and parameters. */
function withoutSecrets(place: string): string {
  return place.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^/@]*@/i, "$1").replace(/^([a-z][a-z0-9+.-]+:\/\/[^?#]*)[?#].*$/i, "$1");
}

/** Without the database a package, or npm on a platform for which there is none, leaves nothing to load. */
const reasonOf = (error: Error): string => (/^Cannot find (package|module|native binding)/.test(error.message) ? `Figtree was installed without it for ${process.platform}-${process.arch}` : firstLine(error));

const firstLine = (error: Error): string => error.message.split("\n")[0]!.trim().replace(/\.$/, "");
