import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";

export const root = path.join(import.meta.dirname, "..", "..", "..");
const cli = path.join(root, "dist/cli.js");

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A library's object as `--json` prints it; what is not there reads as undefined. */
export type Printed = Readonly<Record<string, unknown>>;

export interface Workplace {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the built program to its end, in a folder that is not its own. */
  figtree(...args: readonly string[]): Promise<Ended>;
  /** Runs it with `--json` and gives the one object that it printed; the exit code must be `code`. */
  printed(args: readonly string[], code?: number): Promise<Printed>;
  /** Starts it, with pipes for both outputs. */
  start(...args: readonly string[]): ChildProcess;
  /**
   * Starts it so that it stands still (SIGSTOP) as soon as it has written a matching line to stderr: whoever reads
   * that line meets it in the middle of its work, however fast either of them is. SIGCONT lets it go on.
   */
  startUntil(line: RegExp, ...args: readonly string[]): ChildProcess;
  clean(): Promise<void>;
}

/** A new folder and the built program in it, as a person would run it where nobody answers questions. */
export async function workplace(more: NodeJS.ProcessEnv = {}): Promise<Workplace> {
  const folder = await mkdtemp(path.join(tmpdir(), "figtree-cli-library-"));
  const env = { ...process.env, FIGTREE_HOME: path.join(folder, "home"), ...more };
  const figtree = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, [cli, ...args], { cwd: folder, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }));
      child.stdin?.end();
    });
  const start = (node: readonly string[], args: readonly string[]): ChildProcess => spawn(process.execPath, [...node, cli, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  return {
    folder,
    env,
    figtree,
    async printed(args, code = 0) {
      const ended = await figtree(...args, "--json");
      if (ended.code !== code) throw new Error(`figtree ${args.join(" ")} ended with ${ended.code}: ${ended.stdout}${ended.stderr}`);
      return JSON.parse(ended.stdout) as Printed;
    },
    start: (...args) => start([], args),
    startUntil: (line, ...args) => start(["--import", `data:text/javascript,${encodeURIComponent(standStill(line))}`], args),
    clean: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Loaded before the program: stops it once, right after it has written what matches. */
const standStill = (line: RegExp): string => `
  const write = process.stderr.write;
  process.stderr.write = function (text, ...rest) {
    const written = write.call(this, text, ...rest);
    if (${String(line)}.test(text)) {
      process.stderr.write = write;
      process.kill(process.pid, "SIGSTOP");
    }
    return written;
  };`;

/** Number `index` of pictures that differ in what they show, where and how large. */
export function drawing(index: number): Promise<Buffer> {
  const [x, y, size] = [60 + ((index * 97) % 280), 60 + ((index * 61) % 180), 24 + ((index * 13) % 30)];
  const body = [
    `<circle cx="${x}" cy="${y}" r="${size}" fill="hsl(${(index * 47) % 360} 80% 45%)"/>`,
    `<rect x="${(x + 150) % 320}" y="${(y + 110) % 220}" width="${2 * size}" height="${size}" fill="hsl(${(index * 131) % 360} 70% 55%)"/>`,
    `<path d="M20 ${20 + ((index * 29) % 250)} L380 ${280 - ((index * 37) % 250)}" stroke="black" stroke-width="${2 + (index % 5)}"/>`,
  ].join("");
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="white"/>${body}</svg>`)).png().toBuffer();
}

/** A set with a picture, question and answer for each number from `from`; gives its file of records. */
export async function writeSet(folder: string, count: number, from = 0, more: (index: number) => object = () => ({})): Promise<string> {
  await mkdir(folder, { recursive: true });
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  await Promise.all(numbers.map(async (index) => writeFile(path.join(folder, `${index}.png`), await drawing(index))));
  const file = path.join(folder, "set.jsonl");
  await writeFile(file, numbers.map((index) => `${JSON.stringify({ image: `${index}.png`, question: `What is shown in drawing ${index}?`, answer: `drawing ${index}`, subject: index % 2 === 0 ? "even" : "odd", ...more(index) })}\n`).join(""));
  return file;
}

/** Resolves with everything said so far once it matches; rejects when the process ends before. */
export function said(child: ChildProcess, stream: "stdout" | "stderr", wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child[stream]!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (wanted.test(text)) resolve(text);
    });
    child.once("exit", (code) => reject(new Error(`It ended with ${String(code)} and had said: ${text}`)));
  });
}
