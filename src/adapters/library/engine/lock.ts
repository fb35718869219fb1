import { randomInt, randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { FigtreeError, type Clock } from "../../../core/ports";

/** A lock is touched this often while it is held, in milliseconds. */
const touchEvery = 2_000;
/** One that was not touched for so long belongs to a machine or process that is gone. */
const staleAfter = 30_000;
/** Longest wait for another writer. */
const patience = 60_000;

/**
 * Runs `action` while no other process that shares the folder writes to it; others wait for their turn. The lock of
 * a process that died is taken over. Throws `library.busy` when the wait is too long, and errors of the file system.
 */
export async function withLibraryLock<Result>(folder: string, clock: Clock, action: () => Promise<Result>): Promise<Result> {
  const file = path.join(folder, "lock");
  const mark = JSON.stringify({ process: process.pid, machine: hostname(), token: randomUUID() });
  const begun = clock.now();
  while (!(await take(file, mark))) {
    await clearIfAbandoned(file, clock);
    if (clock.now() - begun > patience) throw new FigtreeError("library.busy", { place: folder });
    await wait(clock, randomInt(5, 40));
  }
  let stop = (): void => undefined;
  const touch = (): void => {
    const now = new Date(clock.now());
    utimes(file, now, now).catch(() => undefined);
    stop = clock.after(touchEvery, touch);
  };
  stop = clock.after(touchEvery, touch);
  try {
    return await action();
  } finally {
    stop();
    if ((await readFile(file, "utf8").catch(() => "")) === mark) await rm(file, { force: true });
  }
}

/** Resolves after a time in milliseconds. */
export const wait = (clock: Clock, milliseconds: number): Promise<void> => new Promise((resolve) => void clock.after(milliseconds, resolve, true));

/** The mark is written beside and linked into place, so that nobody ever reads half of it. */
async function take(file: string, mark: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, mark);
  try {
    await link(own, file);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    if (codeOf(thrown) !== "EPERM" && codeOf(thrown) !== "ENOTSUP" && codeOf(thrown) !== "ENOSYS") throw thrown;
    // File systems without hard links.
    return await writeFile(file, mark, { flag: "wx" }).then(() => true, (again: unknown) => {
      if (codeOf(again) === "EEXIST") return false;
      throw again;
    });
  } finally {
    await rm(own, { force: true });
  }
}

async function clearIfAbandoned(file: string, clock: Clock): Promise<void> {
  const [mark, touched] = await Promise.all([readFile(file, "utf8"), stat(file)]).then(([text, facts]) => [text, facts.mtimeMs] as const, () => ["", clock.now()] as const);
  if (mark === "" || !(isGone(mark) || clock.now() - touched > staleAfter)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  // Another waiter was faster, and this is already the next one's lock: it goes back.
  if ((await readFile(aside, "utf8").catch(() => mark)) !== mark) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function isGone(mark: string): boolean {
  try {
    const { process: pid, machine } = JSON.parse(mark) as { process: number; machine: string };
    return machine === hostname() && !isRunning(pid);
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

const codeOf = (thrown: unknown): string => (thrown instanceof Error && "code" in thrown ? String(thrown.code) : "");
