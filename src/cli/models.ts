import { existsSync } from "node:fs";
import path from "node:path";
import { createModelStore, curatedModels, weightTypes, type InstallProgress, type ModelStore } from "../adapters/hub";
import { figtreeHome, systemClock } from "../adapters/system";
import { FigtreeError, silentLogger, toFigtreeError } from "../core/ports";
import { duration } from "./duration";
import { exitCode, type Io } from "./io";
import { sentence } from "./result";

export interface ModelsOptions {
  readonly hub?: string;
  readonly revision?: string;
  readonly dtype?: string;
  /** Environment variable that holds a token for the hub. */
  readonly tokenEnv?: string;
  readonly json?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The command line's store of downloaded models. */
function openStore(env: Environment, options: ModelsOptions = {}): ModelStore {
  const token = options.tokenEnv === undefined ? undefined : env[options.tokenEnv];
  if (options.tokenEnv !== undefined && (token === undefined || token === "")) throw new FigtreeError("input.invalid", { field: "--token-env", value: options.tokenEnv, message: "This environment variable is not set." });
  return createModelStore({ folder: path.join(figtreeHome(env), "models"), clock: systemClock, logger: silentLogger, ...(options.hub === undefined ? {} : { hubHost: options.hub }), ...(token === undefined ? {} : { token }) });
}

/**
 * The folder that `--embedded` names: a folder wins over an installed model of that id. Nothing is
 * downloaded. Throws `model.notInstalled` for an id that is not installed; any other text is taken as a folder.
 */
export async function embeddedFolder(named: string, env: Environment): Promise<{ readonly folder: string; readonly name?: string }> {
  if (existsSync(named) || !/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(named)) return { folder: named };
  const folder = await openStore(env).folderOf(named).catch(() => undefined);
  if (folder === undefined) throw new FigtreeError("model.notInstalled", { id: named });
  return { folder, name: named };
}

/** The folder of an installed model; undefined where it is not installed. */
export const installedFolder = (id: string, env: Environment): Promise<string | undefined> => openStore(env).folderOf(id).catch(() => undefined);

/** `figtree models list|install ID|remove ID`. Exit codes: 0, 2 bad input, 3 the hub failed, 4 stopped. */
export async function modelsCommand(action: "list" | "install" | "remove", id: string, options: ModelsOptions, io: Io, env: Environment, signal: AbortSignal): Promise<number> {
  const print = (value: unknown): void => io.stdout(`${JSON.stringify(value, null, 2)}\n`);
  try {
    const store = openStore(env, options);
    if (action === "list") {
      const installed = await store.list();
      if (options.json === true) print({ folder: path.join(figtreeHome(env), "models"), installed, suggested: curatedModels });
      else io.stdout(listLines(installed).map((line) => `${line}\n`).join(""));
    } else if (action === "remove") {
      const removed = await store.remove(id);
      if (options.json === true) print({ id, removed });
      else io.stdout(removed ? `Removed ${id}.\n` : `${id} was not installed.\n`);
    } else {
      if (options.dtype !== undefined && !weightTypes.includes(options.dtype)) throw new FigtreeError("input.invalid", { field: "--dtype", value: options.dtype, message: `It must be one of ${weightTypes.join(", ")}.` });
      const show = progressLine(io, options.json === true);
      const model = await store.install(id, { signal, onProgress: show.update, ...(options.revision === undefined ? {} : { revision: options.revision }), ...(options.dtype === undefined ? {} : { dtype: options.dtype }) }).finally(show.close);
      if (options.json === true) print(model);
      else io.stdout(`Installed ${model.id} (${size(model.size)}). Use it with: figtree solve IMAGE --embedded ${model.id}\n`);
    }
    return exitCode.ok;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    const words = error.code === "cancelled" && action === "install" ? "Stopped. What has arrived is kept: the same command goes on from there." : sentence(error);
    if (options.json === true) print({ id, error: { code: error.code, sentence: words } });
    else io.stderr(`${words}\n`);
    if (error.code === "cancelled") return exitCode.partial;
    return error.code.startsWith("hub.") ? exitCode.endpointFailed : exitCode.badInput;
  }
}

function listLines(installed: Awaited<ReturnType<ModelStore["list"]>>): string[] {
  const types = (dtype: Readonly<Record<string, string>> | string): string => (typeof dtype === "string" ? dtype : [...new Set(Object.values(dtype))].join("+"));
  const there = new Set(installed.map((model) => model.id));
  return [
    installed.length === 0 ? "No models are installed beside the bundled sample." : "Installed:",
    ...installed.map((model) => `  ${model.id}  ${types(model.dtype)}, ${size(model.size)}, since ${model.installedAt.slice(0, 10)}`),
    "",
    "Suggested (figtree models install NAME); sizes are rough, and those marked (*) were not tried by us:",
    ...curatedModels.filter((model) => !there.has(model.id)).map((model) => `  ${model.id}${model.tried ? "" : " (*)"}  ${types(model.dtype)}, ${size(model.downloadMegabytes * 1e6)} to download, ${size(model.memoryMegabytes * 1e6)} of memory. ${model.note}`),
    "Any other vision-language model of the hub that was exported for transformers.js can be named too.",
  ];
}

const size = (bytes: number): string => (bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`);

/** One line that is written over on a terminal, a line for each tenth elsewhere, nothing with `--json`. */
function progressLine(io: Io, quiet: boolean): { update(progress: InstallProgress): void; close(): void } {
  let tenth = -1;
  let written = false;
  return {
    update: (progress) => {
      if (quiet) return;
      const { doneBytes, totalBytes, doneFiles, totalFiles, bytesPerSecond, secondsLeft } = progress;
      const percent = totalBytes === 0 ? 100 : Math.floor((100 * doneBytes) / totalBytes);
      const text = `${percent} %, ${size(doneBytes)} of ${size(totalBytes)}, file ${doneFiles} of ${totalFiles}${bytesPerSecond === undefined ? "" : `, ${size(bytesPerSecond)}/s`}${secondsLeft === undefined || secondsLeft === 0 ? "" : `, ${duration(secondsLeft)} left`}`;
      if (io.terminal !== null) io.stderr(`\r\u001b[K${text.slice(0, io.terminal.columns - 1)}`);
      else if (Math.floor(percent / 10) > tenth) io.stderr(`${text}\n`);
      tenth = Math.max(tenth, Math.floor(percent / 10));
      written = true;
    },
    close: () => {
      if (written && io.terminal !== null) io.stderr("\n");
    },
  };
}
