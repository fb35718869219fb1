import { mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import { FigtreeError, type Clock, type Logger } from "../../core/ports";
import { readArchitecture, type Dtype } from "./architectures";
import { chooseFiles } from "./chooseFiles";
import { curatedModels } from "./curated";
import { downloadFile, type Retries } from "./downloadFile";
import { checkModelId, listFiles, readHubJson, resolveRevision, type HubFile } from "./hubApi";
import { hubAddress, type Fetch, type HubConnection } from "./hubRequest";
import { withLock } from "./lock";
import { readManifest, writeManifest } from "./manifest";
import { ProgressMeter, type InstallProgress } from "./progress";

interface ModelStoreOptions {
  /** Where models are kept; made when needed. */
  readonly folder: string;
  /** Address of the hub; default `https://huggingface.co`. */
  readonly hubHost?: string;
  /** Sent to the hub itself, never to the hosts that it redirects to. Default: none. */
  readonly token?: string;
  readonly fetch?: Fetch;
  /** Bytes that may still be written to a folder's disk. */
  readonly freeBytes?: (folder: string) => Promise<number>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retries?: Retries;
}

interface InstallOptions {
  /** Branch, tag or commit; default `main`. */
  readonly revision?: string;
  /** Weight type for all parts or for each; default: the curated one, else the model's own, else q8. */
  readonly dtype?: Dtype;
  readonly onProgress?: (progress: InstallProgress) => void;
  readonly signal: AbortSignal;
}

export interface InstalledModel {
  readonly id: string;
  /** Commit. */
  readonly revision: string;
  readonly dtype: Readonly<Record<string, string>>;
  /** Bytes on disk. */
  readonly size: number;
  /** ISO 8601. */
  readonly installedAt: string;
  readonly folder: string;
}

/** Downloaded models in one folder. Safe to use from several processes. */
export interface ModelStore {
  /**
   * Downloads a vision-language model. A download that was cut or cancelled goes on where it stopped; an
   * installed model stays usable until its successor is whole. Throws `input.invalid`, `hub.*`, `cancelled`.
   */
  install(id: string, options: InstallOptions): Promise<InstalledModel>;
  /** Installed models by id. */
  list(): Promise<InstalledModel[]>;
  /** Deletes the model and what a stopped download left; false if there was nothing. */
  remove(id: string): Promise<boolean>;
  /** The folder of an installed model, for `createEmbeddedModel`; undefined if it is not installed. */
  folderOf(id: string): Promise<string | undefined>;
}

const usualRetries: Retries = { attempts: 5, delayMilliseconds: 1000, stallMilliseconds: 60_000 };
const filesAtOnce = 3;
/** Left free beside the model: a disk that is full to the last byte troubles everything else. */
const reserve = 64 * 1024 * 1024;
const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6);

export function createModelStore(options: ModelStoreOptions): ModelStore {
  const hub: HubConnection = { host: hubAddress(options.hubHost ?? "https://huggingface.co"), fetch: options.fetch ?? ((url, init) => fetch(url, init)), token: options.token };
  const place = (id: string): string => path.join(options.folder, id.replace("/", "--"));
  const unfinished = (id: string): string => path.join(options.folder, ".unfinished", id.replace("/", "--"));

  const install = async (id: string, { revision = "main", dtype, onProgress, signal }: InstallOptions): Promise<InstalledModel> => {
    const commit = await resolveRevision(hub, id, revision, signal);
    const listed = await listFiles(hub, id, commit, signal);
    const architecture = readArchitecture(id, await readHubJson(hub, id, commit, "config.json", signal));
    const choice = chooseFiles(id, listed, dtype ?? curatedModels.find((model) => model.id === id)?.dtype ?? architecture.dtype);
    const installed = await describe(place(id));
    if (installed?.revision === commit && JSON.stringify(installed.dtype) === JSON.stringify(choice.dtype)) return installed;

    const folder = unfinished(id);
    const totalBytes = choice.files.reduce((sum, file) => sum + file.size, 0);
    await requireSpace(id, folder, totalBytes - (await bytesIn(folder)), options);
    options.logger.info(`Downloading ${id} at ${commit}: ${choice.files.length} files, ${megabytes(totalBytes)} MB.`);
    const meter = new ProgressMeter({ bytes: totalBytes, files: choice.files.length }, onProgress, () => options.clock.now());
    await downloadAll(choice.files, (file, stop) => downloadFile(file, { hub, id, commit, folder, meter, retries: options.retries ?? usualRetries, signal: stop }), signal);
    await dropOthers(folder, choice.files);
    await writeManifest(folder, { id, hub: hub.host, revision: commit, modelType: architecture.modelType, dtype: choice.dtype, installedAt: new Date(options.clock.now()).toISOString(), files: [...choice.files] });
    await rm(place(id), { recursive: true, force: true });
    await rename(folder, place(id));
    return (await describe(place(id)))!;
  };

  return {
    install: async (id, installOptions) => {
      checkModelId(id);
      const { signal } = installOptions;
      try {
        return await withLock(path.join(options.folder, ".locks", id.replace("/", "--")), id, () => install(id, installOptions));
      } catch (thrown) {
        throw storeError(thrown, id, options.folder, signal);
      }
    },
    list: async () => {
      const names = await readdir(options.folder).catch(() => []);
      const models = await Promise.all(names.filter((name) => !name.startsWith(".")).map((name) => describe(path.join(options.folder, name))));
      return models.filter((model) => model !== undefined).sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    remove: async (id) => {
      checkModelId(id);
      return withLock(path.join(options.folder, ".locks", id.replace("/", "--")), id, async () => {
        const there = await Promise.all([place(id), unfinished(id)].map(async (folder) => {
          const exists = await stat(folder).then(() => true, () => false);
          await rm(folder, { recursive: true, force: true });
          return exists;
        }));
        return there.includes(true);
      });
    },
    folderOf: async (id) => {
      checkModelId(id);
      return (await describe(place(id)))?.folder;
    },
  };
}

async function describe(folder: string): Promise<InstalledModel | undefined> {
  const manifest = await readManifest(folder);
  if (manifest === undefined) return undefined;
  const { id, revision, dtype, installedAt, files } = manifest;
  const whole = await Promise.all(files.map(({ path: file, size }) => stat(path.join(folder, file)).then((found) => found.size === size, () => false)));
  return whole.includes(false) ? undefined : { id, revision, dtype, installedAt, folder, size: files.reduce((sum, file) => sum + file.size, 0) };
}

/** Small files first, so that what is wrong with them shows early; the first failure stops the others. */
async function downloadAll(files: readonly HubFile[], download: (file: HubFile, signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const stop = failed.signal;
  const cancel = (): void => failed.abort(signal.reason);
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  const queue = new PQueue({ concurrency: filesAtOnce });
  let first: unknown;
  const tasks = [...files].sort((a, b) => a.size - b.size).map((file) =>
    queue.add(async () => {
      if (stop.aborted) return;
      try {
        await download(file, stop);
      } catch (thrown) {
        first ??= thrown;
        failed.abort();
      }
    }),
  );
  await Promise.all(tasks);
  signal.removeEventListener("abort", cancel);
  if (signal.aborted) throw new FigtreeError("cancelled");
  if (first !== undefined) throw first;
}

async function requireSpace(id: string, folder: string, bytes: number, { freeBytes = freeOnDisk, folder: shown }: ModelStoreOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const free = await freeBytes(folder);
  const needed = Math.max(0, bytes) + reserve;
  if (free < needed) throw new FigtreeError("hub.noSpace", { id, folder: shown, needed: megabytes(needed), free: megabytes(free) });
}

async function freeOnDisk(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all((await filesIn(folder)).map(async (file) => (await stat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Deletes what an earlier download of other weights left behind. */
async function dropOthers(folder: string, files: readonly HubFile[]): Promise<void> {
  const wanted = new Set(files.map((file) => path.join(folder, ...file.path.split("/"))));
  for (const file of await filesIn(folder)) if (!wanted.has(file)) await rm(file, { force: true });
}

function storeError(thrown: unknown, id: string, folder: string, signal: AbortSignal): unknown {
  if (thrown instanceof FigtreeError) return thrown;
  if (signal.aborted) return new FigtreeError("cancelled", {}, { cause: thrown });
  if (thrown instanceof Error && "code" in thrown && (thrown.code === "ENOSPC" || thrown.code === "EDQUOT")) return new FigtreeError("hub.noSpace", { id, folder }, { cause: thrown });
  if (thrown instanceof Error && "syscall" in thrown) return new FigtreeError("input.invalid", { field: "The folder for models", value: folder, message: thrown.message }, { cause: thrown });
  return thrown;
}
