import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
    const owner = Number(await readFile(file, "utf8").catch(() => ""));
    if (isRunning(owner)) throw new FigtreeError("input.invalid", { field: "The model", value: id, message: "It is being downloaded already." });
    await rm(file, { force: true });
    if (!(await take(file))) throw new FigtreeError("input.invalid", { field: "The model", value: id, message: "It is being downloaded already." });
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST") return false;
    throw thrown;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}
