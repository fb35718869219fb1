import type { Command } from "commander";
import { datasetReaders } from "../../bench";
import type { Io } from "../io";
import { withEmbedder } from "../library/register";
import { benchReportCommand, type BenchReportOptions } from "./report";
import { benchRunCommand, type BenchRunOptions } from "./run";

interface Surroundings {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: () => AbortSignal;
}

/** Adds `figtree bench ...`. */
export function registerBench(program: Command, { io, env, signal }: Surroundings): void {
  const bench = program.command("bench").description("compare methods over a data set");
  withEmbedder(bench.command("run"))
    .description("ask every problem of a data set by every method; a run that was stopped goes on")
    .requiredOption("--dataset <name:path>", `${Object.keys(datasetReaders).join(", ")}; e.g. manifest:FOLDER`)
    .requiredOption("--methods <list>", "with commas between: qa, cot, cot-vote, best-of-n, tot, cantor, vrest:vote, vrest:best[noR1], rcts+vrest:vote@1,2,4")
    .requiredOption("--out <folder>", "the run's folder; everything is kept there")
    .option("--split <name>", "part of the data set")
    .option("--limit <n>", "problems, drawn with the seed")
    .option("--seed <number>", "seed of all sampling", "0")
    .option("--preset <name>", "quick, balanced or paper: what the methods' settings start from", "paper")
    .option("--endpoint <url>", "base URL of an OpenAI-compatible endpoint")
    .option("--model <name>", "model of the endpoint")
    .option("--api-key-env <variable>", "environment variable that holds the endpoint's key")
    .option("--no-probe", "do not find out beforehand what the endpoint can do")
    .option("--embedded [folder]", "embedded model: a folder or an installed model's name (default: the bundled sample model)")
    .option("--processes <n>", "processes of the embedded model", "1")
    .option("--in-flight <n>", "requests to the endpoint, and problems, at the same time")
    .option("--timeout <seconds>", "longest wait for one reply of the endpoint")
    .option("--library <folder>", "exemplars for rcts+, rag+ and random+: a library's folder, s3://, gs:// or db://")
    .option("--library-key-env <variable>", "environment variable that holds the key of a db:// library")
    .option("--judge-endpoint <url>", "endpoint of a language model that judges answers")
    .option("--judge-model <name>", "its model")
    .option("--judge-key-env <variable>", "environment variable that holds its key")
    .option("--guess", "draw an option where the official rule does and nothing can be read; the report counts them")
    .option("--max-calls <n>", "cap of the whole run: requests")
    .option("--max-tokens <n>", "cap of the whole run: tokens")
    .option("--max-seconds <n>", "cap of this sitting: seconds")
    .option("--extend", "add methods to the run that is there")
    .option("--retry-failed", "try again what failed in an earlier sitting")
    .option("--json", "print one JSON object")
    .action(async (options: BenchRunOptions) => {
      process.exitCode = await benchRunCommand(options, io, env, signal());
    });
  bench
    .command("report")
    .argument("<folders...>", "folders of runs, finished or not")
    .description("write report.md, report.json and report.html: tables, plots, significance, cost, evidence")
    .option("--out <file-base>", "where, without an ending (default: report in the first folder)")
    .option("--json", "print one JSON object")
    .action(async (folders: readonly string[], options: BenchReportOptions) => {
      process.exitCode = await benchReportCommand(folders, options, io);
    });
}
