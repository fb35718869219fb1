/**
 * Reasoning contexts of a library by the sample model over `figtree serve`: the process that builds them is killed in
 * the middle and started again, and the requests of both runs are counted by the exemplar that they are about.
 * Usage: npm run build && node scripts/benchmark/run.mjs contexts FOLDER [--limit 40] [--library FOLDER]
 * FOLDER is anything that `figtree library import` reads; the library stays where --library says.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openLibrary } from "../../src/adapters/library";
import { systemClock } from "../../src/adapters/system";
import { silentLogger, type Exemplar } from "../../src/core/ports";
import { startLoggingProxy } from "../../test/fixtures/logging-proxy";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { limit: { type: "string", default: "40" }, library: { type: "string" } } });
const cli = path.join(__dirname, "cli.js");

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

async function outputOf(...args: string[]): Promise<string> {
  const child = start(...args);
  let text = "";
  child.stdout!.on("data", (data) => (text += String(data)));
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`figtree ${args.join(" ")} ended with ${code}: ${text}`);
  return text;
}

async function exemplarsOf(place: string): Promise<Exemplar[]> {
  const store = await openLibrary({ place, clock: systemClock, logger: silentLogger, create: false });
  try {
    return (await store.list()).exemplars;
  } finally {
    await store.close();
  }
}

const isDone = ({ candidates }: Exemplar): boolean => candidates.some(({ passRate }) => passRate !== null);

async function main(): Promise<void> {
  const place = values.library ?? (await mkdtemp(path.join(tmpdir(), "figtree-contexts-")));
  const server = start("serve", "--port", "0");
  const [line] = (await once(server.stdout!, "data")) as [Buffer];
  const proxy = await startLoggingProxy(line.toString().trim());
  try {
    await outputOf("library", "import", positionals[0] ?? path.join(__dirname, "..", "media", "samples"), "--library", place, "--yes", "--limit", values.limit, "--no-vectors");
    const build = ["library", "contexts", "--library", place, "--endpoint", proxy.url, "--model", "sample-model"];
    const all = (await exemplarsOf(place)).length;
    const first = start(...build);
    const ended = once(first, "close");
    while ((await exemplarsOf(place)).filter(isDone).length < all / 2) await new Promise((resolve) => setTimeout(resolve, 200));
    first.kill("SIGKILL");
    await ended;
    // What was under way at the server comes to its end.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const finished = (await exemplarsOf(place)).filter(isDone).map(({ image }) => image.sha256);
    const before = proxy.pictures.splice(0);
    const second = JSON.parse(await outputOf(...build, "--json")) as { done: number; alreadyDone: number; seconds: number; failed: unknown[] };
    const after = proxy.pictures;
    const exemplars = await exemplarsOf(place);
    const rates = exemplars.flatMap(({ passRate }) => (passRate === null ? [] : [passRate]));
    const about = (log: readonly string[]): number => new Set(log.filter((sha256) => exemplars.some(({ image }) => image.sha256 === sha256))).size;
    console.log("| run | exemplars finished in it | requests | exemplars asked about | requests about exemplars that the first run had finished |");
    console.log("| --- | ---: | ---: | ---: | ---: |");
    console.log(`| first, killed (SIGKILL) | ${finished.length} | ${before.length} | ${about(before)} | |`);
    console.log(`| second | ${second.done} | ${after.length} | ${about(after)} | ${after.filter((sha256) => finished.includes(sha256)).length} |`);
    console.log(`\n${exemplars.length} exemplars, ${exemplars.filter(({ context }) => context !== null).length} with a context, ${second.failed.length} failed, ${exemplars.reduce((sum, { candidates }) => sum + candidates.length, 0)} candidates, mean pass rate ${(rates.reduce((sum, rate) => sum + rate, 0) / rates.length).toFixed(2)}, ${rates.filter((rate) => rate === 0).length} with a rate of 0; the second run took ${second.seconds.toFixed(0)} s.`);
  } finally {
    server.kill("SIGTERM");
    await proxy.close();
    if (values.library === undefined) await rm(place, { recursive: true, force: true });
  }
}

void main();
