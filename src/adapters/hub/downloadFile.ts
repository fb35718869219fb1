import { createHash } from "node:crypto";
import { mkdir, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FigtreeError } from "../../core/ports";
import { feedFile, isRight, startHash } from "./checksum";
import { fileAddress, statusError, type HubFile } from "./hubApi";
import { hubRequest, networkError, type HubConnection } from "./hubRequest";
import type { ProgressMeter } from "./progress";

export interface Retries {
  /** Tries in a row that bring no byte before a download gives up. */
  readonly attempts: number;
  /** Wait before the second of them; doubles each time. */
  readonly delayMilliseconds: number;
  /** Longest silence of a server. */
  readonly stallMilliseconds: number;
}

export interface Download {
  readonly hub: HubConnection;
  readonly id: string;
  readonly commit: string;
  /** Folder in which the file gets its place. */
  readonly folder: string;
  readonly meter: ProgressMeter;
  readonly retries: Retries;
  readonly signal: AbortSignal;
}

/**
 * Brings one file to its place, going on where an earlier try stopped. The part that is there lies
 * beside it under a name with the content's hash, so that it is never continued with other content.
 * Throws `hub.corrupt` (nothing is left of the file then), the codes of the hub's API, `cancelled`.
 */
export async function downloadFile(file: HubFile, download: Download): Promise<void> {
  const place = path.join(download.folder, ...file.path.split("/"));
  await mkdir(path.dirname(place), { recursive: true });
  if (await isWhole(place, file, download)) {
    download.meter.add(file.size, false);
    return download.meter.fileDone();
  }
  const part = `${place}.${createHash("sha256").update(file.hash.value).digest("hex").slice(0, 8)}.part`;
  let begunBefore = (await sizeOf(part)) > 0;
  for (;;) {
    const hash = await complete(file, part, download);
    if (isRight(hash, file)) break;
    await rm(part, { force: true });
    download.meter.add(-file.size, false);
    // A part of an earlier try may have been spoilt on this disk; a file fetched whole cannot.
    if (!begunBefore) throw new FigtreeError("hub.corrupt", { id: download.id, file: file.path });
    begunBefore = false;
  }
  await rename(part, place);
  download.meter.fileDone();
}

/** Appends to the part until it has the whole size; gives the hash of its content. */
async function complete(file: HubFile, part: string, download: Download): Promise<ReturnType<typeof startHash>> {
  const { signal, retries, meter } = download;
  let have = await sizeOf(part);
  if (have > file.size) have = await startAgain(part);
  let hash = startHash(file);
  if (have > 0) await feedFile(hash, part, signal);
  meter.add(have, false);
  let fruitless = 0;
  while (have < file.size || file.size === 0) {
    signal.throwIfAborted();
    const before = have;
    try {
      await receive(file, part, have, download, {
        restarted: () => {
          meter.add(-have, false);
          have = 0;
          hash = startHash(file);
        },
        arrived: (bytes) => {
          have += bytes.length;
          hash.update(bytes);
          meter.add(bytes.length, true);
        },
      });
      if (file.size === 0) break;
      if (have < file.size) throw new FigtreeError("hub.unreachable", { place: new URL(download.hub.host).host, message: `The download of ${file.path} was cut off.` });
    } catch (thrown) {
      if (!(thrown instanceof FigtreeError) || thrown.code !== "hub.unreachable") throw thrown;
      fruitless = have > before ? 1 : fruitless + 1;
      if (fruitless >= retries.attempts) throw thrown;
      await sleep(retries.delayMilliseconds * 2 ** (fruitless - 1), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw new FigtreeError("cancelled");
    }
  }
  return hash;
}

interface Events {
  /** The server sends the file from its beginning. */
  restarted(): void;
  arrived(bytes: Uint8Array): void;
}

async function receive(file: HubFile, part: string, have: number, { hub, id, commit, signal, retries }: Download, events: Events): Promise<void> {
  const stop = new AbortController();
  const both = stop.signal;
  const cancel = (): void => stop.abort(signal.reason);
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  let timer: NodeJS.Timeout | undefined;
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new DOMException("The server fell silent", "TimeoutError")), retries.stallMilliseconds);
  };
  let handle: FileHandle | undefined;
  try {
    alive();
    const response = await hubRequest(hub, fileAddress(hub, id, commit, file.path), both, { "accept-encoding": "identity", ...(have > 0 ? { range: `bytes=${have}-` } : {}) });
    const continues = response.status === 206 && new RegExp(`^bytes ${have}-`).test(response.headers.get("content-range") ?? "");
    if (response.status === 416 || (response.status === 206 && !continues)) {
      await response.body?.cancel();
      await startAgain(part);
      events.restarted();
      throw new FigtreeError("hub.unreachable", { place: new URL(hub.host).host, message: `It does not continue ${file.path}.` });
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw statusError(response, hub, { id, file: file.path });
    }
    if (!continues && have > 0) events.restarted();
    handle = await open(part, continues ? "a" : "w");
    let room = file.size - (continues ? have : 0);
    for await (const bytes of chunksOf(response, both)) {
      alive();
      if (bytes.length > room) throw new FigtreeError("hub.badResponse", { place: new URL(hub.host).host, message: `It sends more of ${file.path} than it announced.` });
      await handle.writeFile(bytes);
      room -= bytes.length;
      events.arrived(bytes);
    }
  } catch (thrown) {
    if (isDiskError(thrown)) throw thrown;
    throw networkError(thrown, new URL(hub.host).host, both);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    await handle?.close();
  }
}

/**
 * The chunks of a body. An abort ends the wait for the next one: the body of a fetch that is aborted while
 * nobody reads it may never settle (Node 20).
 */
async function* chunksOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return;
  let whole = false;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      whole = done;
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    if (!whole) reader.cancel().catch(() => undefined);
  }
}

/** Errors of the file system carry the call that failed; those of sockets name other calls. */
const isDiskError = (thrown: unknown): boolean => thrown instanceof Error && "syscall" in thrown && ["open", "write", "mkdir", "rename"].includes(String(thrown.syscall)) && "code" in thrown && thrown.code !== "EPIPE";

async function isWhole(place: string, file: HubFile, { signal }: Download): Promise<boolean> {
  if ((await sizeOf(place)) !== file.size || file.size === 0) return false;
  const hash = startHash(file);
  await feedFile(hash, place, signal);
  return isRight(hash, file);
}

/** 0 where there is no file. */
async function sizeOf(place: string): Promise<number> {
  return stat(place).then(({ size }) => size, () => 0);
}

async function startAgain(part: string): Promise<0> {
  await rm(part, { force: true });
  return 0;
}
