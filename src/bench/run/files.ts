import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { FigtreeError } from "../../core/ports";

/** What must be equal for a run to be gone on with. */
export interface RunSettings {
  readonly dataset: { readonly name: string; readonly split: string; readonly problems: number; readonly fingerprint: string };
  readonly limit: number | null;
  readonly seed: number;
  readonly preset: string;
  /** Specs as `formatSpec` writes them. */
  readonly methods: readonly string[];
  readonly model: { readonly name: string; readonly place: string };
  readonly library: string | null;
  readonly judge: string | null;
  /** Options are drawn where the official rule does. */
  readonly guess: boolean;
}

const runSchema = z.object({
  format: z.literal("figtree-bench-run"),
  version: z.literal(1),
  settings: z.object({
    dataset: z.object({ name: z.string(), split: z.string(), problems: z.number(), fingerprint: z.string() }),
    limit: z.number().nullable(),
    seed: z.number(),
    preset: z.string(),
    methods: z.array(z.string()),
    model: z.object({ name: z.string(), place: z.string() }),
    library: z.string().nullable(),
    judge: z.string().nullable(),
    guess: z.boolean().default(false),
  }),
});

export const runFiles = { run: "run.json", problems: "problems.jsonl", replies: "replies.jsonl", results: "results.jsonl", traces: "traces.jsonl", lock: "lock" } as const;

const unusable = (folder: string, message: string): FigtreeError => new FigtreeError("input.invalid", { field: "--out", value: folder, message });

/** The settings in a run's folder; null where there is no run yet. Throws `input.invalid` for a file of another kind. */
export async function readRunSettings(folder: string): Promise<RunSettings | null> {
  const text = await readFile(path.join(folder, runFiles.run), "utf8").catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return null;
    throw unusable(folder, `It cannot be read (${thrown.code ?? "unknown reason"}).`);
  });
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable(folder, "Its run.json is no JSON.");
  }
  const parsed = runSchema.safeParse(value);
  if (!parsed.success) throw unusable(folder, "Its run.json was not written by this version of figtree bench run.");
  return parsed.data.settings;
}

async function writeWhole(file: string, text: string): Promise<void> {
  try {
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
  } catch (thrown) {
    throw unusable(path.dirname(file), `The file ${path.basename(file)} cannot be written (${(thrown as NodeJS.ErrnoException).code ?? "unknown reason"}).`);
  }
}

const words: Readonly<Record<keyof RunSettings, string>> = { dataset: "data set", limit: "limit", seed: "seed", preset: "preset", methods: "list of methods", model: "model", library: "library", judge: "judge", guess: "choice of --guess" };

/** A setting in words, with both values where they are short. */
function difference(name: keyof RunSettings, known: RunSettings, wanted: RunSettings): string {
  const value = (settings: RunSettings): string => (name === "model" ? `${settings.model.name} at ${settings.model.place}` : String(settings[name] ?? "none"));
  return name === "dataset" || name === "methods" ? words[name] : `${words[name]} (${value(known)} there, ${value(wanted)} now)`;
}

async function holdsResults(folder: string): Promise<boolean> {
  const sizes = await Promise.all([runFiles.replies, runFiles.results].map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0));
  return sizes.some((size) => size > 0);
}

/**
 * Makes the folder ready: a new one, or one in which nothing has been answered yet, gets the settings; another must have the same.
 * @param extend further methods may be added to an old one
 */
export async function claimSettings(folder: string, settings: RunSettings, problems: readonly unknown[], extend: boolean): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((thrown: NodeJS.ErrnoException) => {
    throw unusable(folder, `It cannot be made (${thrown.code ?? "unknown reason"}).`);
  });
  const written = await readRunSettings(folder);
  const known = (await holdsResults(folder)) ? written : null;
  if (known !== null) {
    const differs = (Object.keys(settings) as (keyof RunSettings)[]).filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(known[name]));
    const added = extend && differs.length === 1 && differs[0] === "methods" && known.methods.every((method) => settings.methods.includes(method));
    if (differs.length > 0 && !added) throw unusable(folder, `It holds a run with another ${differs.map((name) => difference(name, known, settings)).join(", another ")}: take another folder, or the same settings to go on with it.`);
    if (differs.length === 0 && (await stat(path.join(folder, runFiles.problems)).catch(() => null)) !== null) return;
  }
  if (known === null || (await stat(path.join(folder, runFiles.problems)).catch(() => null)) === null) {
    await writeWhole(path.join(folder, runFiles.problems), problems.map((problem) => `${JSON.stringify(problem)}\n`).join(""));
  }
  await writeWhole(path.join(folder, runFiles.run), `${JSON.stringify({ format: "figtree-bench-run", version: 1, settings }, null, 2)}\n`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Keeps a second command out of the folder; one that was killed leaves no one out. The answer gives it back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, runFiles.lock);
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(file, String(process.pid), { flag: "wx" });
      return () => rm(file, { force: true });
    } catch (thrown) {
      const { code } = thrown as NodeJS.ErrnoException;
      if (code !== "EEXIST" || attempt > 0) throw unusable(folder, `It cannot be written (${code ?? "unknown reason"}).`);
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (Number.isInteger(holder) && holder > 0 && holder !== process.pid && isAlive(holder)) throw unusable(folder, "Another figtree bench run is at work there.");
      await rm(file, { force: true });
    }
  }
}

/** Tells one set of problems from another. */
export function fingerprintOf(problems: readonly { readonly id: string; readonly question: string; readonly choices: readonly string[]; readonly references: readonly string[] }[]): string {
  const hash = createHash("sha256");
  for (const { id, question, choices, references } of problems) hash.update(JSON.stringify([id, question, choices, references]));
  return hash.digest("hex").slice(0, 16);
}
