import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const count = z.int().min(0);
const shape = z.object({
  version: z.literal(1),
  /** Records that are finished, from the first. */
  done: count,
  added: count,
  merged: count,
  skipped: count,
  problems: z.array(z.object({ file: z.string(), record: count, line: count.nullable(), reason: z.string(), detail: z.string() })).max(1000),
  reasons: z.array(z.object({ reason: z.string(), count })).max(1000),
});

/** How far an import came. */
export type ImportState = z.infer<typeof shape>;

const nothing: ImportState = { version: 1, done: 0, added: 0, merged: 0, skipped: 0, problems: [], reasons: [] };

/** Keeps how far one import came, in a file that is named after what is imported and how. */
export interface StateFile {
  /** From the beginning where there is no readable state. */
  load(): Promise<ImportState>;
  save(state: ImportState): Promise<void>;
  clear(): Promise<void>;
}

/** @param identity everything that makes it the same import; plain data */
export function stateFile(folder: string, identity: unknown): StateFile {
  const place = path.join(folder, `import-${createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 32)}.json`);
  return {
    async load() {
      try {
        return shape.parse(JSON.parse(await readFile(place, "utf8")));
      } catch {
        return nothing;
      }
    },
    async save(state) {
      await mkdir(folder, { recursive: true });
      const next = `${place}.${randomUUID().slice(0, 8)}`;
      await writeFile(next, JSON.stringify(state));
      await rename(next, place);
    },
    clear: () => rm(place, { force: true }),
  };
}
