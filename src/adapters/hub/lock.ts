import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { FigtreeError } from "../../core/ports";

/**
 * Runs `action` while no other process on this machine works in the same folder. The lock of a process
 * that died is taken over. Throws `input.invalid` if another one is at work.
 */
export async function withLock<Result>(folder: string, id: string, action: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "lock");
  if (!(await take(file))) {
    await clearIfAbandoned(file);
    if (!(await take(file))) throw new FigtreeError("input.invalid", { field: "The model", value: id, message: "It is being downloaded already." });
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

/** The owner's mark is written beside and linked into place, so that nobody ever reads half of it. */
async function take(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    return await link(own, file).then(() => true, (thrown: unknown) => {
      if (codeOf(thrown) === "EEXIST") return false;
      // File systems without hard links.
      return writeFile(file, String(process.pid), { flag: "wx" }).then(() => true, (again: unknown) => {
        if (codeOf(again) === "EEXIST") return false;
        throw again;
      });
    });
  } finally {
    await rm(own, { force: true });
  }
}

/** One clears at a time: a second one would clear away what the next owner has just taken. */
async function clearIfAbandoned(file: string): Promise<void> {
  const clearing = `${file}.clearing`;
  if (!(await take(clearing))) {
    if (await isAbandoned(clearing)) await rm(clearing, { force: true });
    return;
  }
  try {
    if (await isAbandoned(file)) await rm(file, { force: true });
  } finally {
    await rm(clearing, { force: true });
  }
}

/** False for a lock that is gone by now. */
async function isAbandoned(file: string): Promise<boolean> {
  const mark = await readFile(file, "utf8").catch(() => undefined);
  return mark !== undefined && !isRunning(Number(mark));
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

const codeOf = (thrown: unknown): string => (thrown instanceof Error && "code" in thrown ? String(thrown.code) : "");
