import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** Written last: a folder without it is not an installed model. */
const name = "figtree-model.json";

const schema = z.object({
  format: z.literal("figtree-model"),
  version: z.literal(1),
  id: z.string(),
  /** The hub that it came from. */
  hub: z.string(),
  /** Commit. */
  revision: z.string(),
  modelType: z.string(),
  /** Weight type of each part. */
  dtype: z.record(z.string(), z.string()),
  /** ISO 8601. */
  installedAt: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), hash: z.object({ kind: z.enum(["sha256", "git"]), value: z.string() }) })),
});

export type Manifest = z.infer<typeof schema>;

/** Undefined where no model is installed. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(path.join(folder, name), "utf8")));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export async function writeManifest(folder: string, manifest: Omit<Manifest, "format" | "version">): Promise<void> {
  const place = path.join(folder, name);
  await writeFile(`${place}.new`, `${JSON.stringify({ format: "figtree-model", version: 1, ...manifest }, null, 2)}\n`);
  await rename(`${place}.new`, place);
}
