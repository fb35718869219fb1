#!/usr/bin/env node
import { setMaxListeners } from "node:events";
import { createInterface } from "node:readline/promises";
import { Command, CommanderError } from "commander";
import { FigtreeError } from "../core/ports";
import { registerBench } from "./benchmark/register";
import { compareCommand, type CompareOptions } from "./compare";
import { exitCode, type Io } from "./io";
import { registerLibrary, withEmbedder } from "./library/register";
import type { RetrievalOptions } from "./library/solving";
import { embeddedProcessFile, sampleFolder } from "./model";
import { embeddedFolder, modelsCommand, type ModelsOptions } from "./models";
import { watchOutput } from "./output";
import { wholeNumberOption, type SolveOptions } from "./options";
import { probeCommand, type ProbeCommandOptions } from "./probe";
import { runPreflight, type PreflightOptions } from "./preflight";
import { serve } from "./serve";
import { sentence } from "./result";
import { solveCommand } from "./solve";

watchOutput(process);
const io: Io = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY ? { columns: process.stderr.columns, rows: process.stderr.rows } : null,
};

/** Aborted by the first Ctrl+C, which keeps what was found; a second one ends the process. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const program = new Command("figtree")
  .description("Solves a figure or math diagram by tree search over sub-questions, and shows how.")
  .version("0.1.0")
  .showHelpAfterError("(figtree help COMMAND tells more)")
  .exitOverride();

const solving = program
  .command("solve")
  .argument("<image>", "PNG, JPEG, WebP, GIF, AVIF, TIFF or SVG")
  .description("solve the problem in a figure")
  .option("-q, --question <text>", "the question; left out, it is read from the figure")
  .option("-c, --choice <text>", "an option of a multiple-choice question (repeatable)", collect)
  .option("--endpoint <url>", "base URL of an OpenAI-compatible endpoint")
  .option("--model <name>", "model of the endpoint")
  .option("--api-key-env <variable>", "environment variable that holds the endpoint's key")
  .option("--no-probe", "do not find out beforehand what the endpoint can do")
  .option("--embedded [folder]", "embedded model: a folder or an installed model's name (default: the bundled sample model)")
  .option("--method <method>", "qa, cot, cot-vote, best-of-n, tot, cantor, vrest; also vrest:best, vrest:vote[noR1], rcts+cot, as in benchmarks", "vrest")
  .option("--preset <name>", "quick, balanced or paper", "balanced")
  .option("--iterations <K>", "search iterations")
  .option("--width <w>", "sampled steps per expansion (tot: twice the preset's unless given)")
  .option("--depth <D>", "steps per path at most")
  .option("--exploration <c>", "exploration constant of UCT")
  .option("--select <rule>", "greedy, best, vote or weighted")
  .option("--votes <n>", "voting traces (default: K)")
  .option("--gamma <exponent>", "exponent of the weighted vote")
  .option("--samples <n>", "sampled chains of cotVote and bestOfN")
  .option("--reward-kind <kind>", "yes (P(Yes), as in the paper) or ratio (P(Yes) / (P(Yes) + P(No)))")
  .option("--check-arithmetic", "set correctness low where a step states a calculation that is wrong")
  .option("--no-check-arithmetic", "leave calculations to the model's judgement, as in the paper")
  .option("--gate", "search only where three sampled chains do not agree")
  .option("--no-gate", "always search, as in the paper")
  .option("--gate-reward <r>", "mean reward of the three chains from which on their agreement is enough")
  .option("--unvisited <rule>", "infinity or floor1")
  .option("--temperature <t>", "sampling temperature")
  .option("--top-p <p>", "nucleus of sampling")
  .option("--seed <number>", "seed of all sampling")
  .option("--max-tokens-per-step <n>", "token limit of one step")
  .option("--in-flight <n>", "requests to the endpoint at the same time")
  .option("--timeout <seconds>", "longest wait for one reply of the endpoint")
  .option("--max-calls <n>", "budget: requests")
  .option("--max-tokens <n>", "budget: tokens")
  .option("--max-seconds <n>", "budget: seconds")
  .option("--force-final", "ask for the last step at depth D")
  .option("--no-force-final", "let paths end without an answer at depth D, as in the paper")
  .option("--skip-exhausted", "leave finished sub-trees out of selection")
  .option("--no-skip-exhausted", "walk finished traces again, as in the paper")
  .option("--early-stop", "end when the vote cannot change any more")
  .option("--no-early-stop", "always run all iterations")
  .option("--without-r1", "ablation: leave the usefulness reward out")
  .option("--without-r2", "ablation: leave the correctness reward out")
  .option("--without-prm", "ablation: reward terminal steps only")
  .option("--text-only-generation", "ablation: generate steps without the picture")
  .option("--text-only-r1", "ablation: judge usefulness without the picture")
  .option("--text-only-r2", "ablation: judge correctness without the picture")
  .option("--trace <file>", "save the whole search tree (NAME.figtree.json)")
  .option("--json", "print one JSON object")
  .option("--library <folder>", "exemplars: a library's folder, s3://, gs:// or db://")
  .option("--library-key-env <variable>", "environment variable that holds the key of a db:// library")
  .option("--exemplars <K>", "exemplars that precede the problem")
  .option("--retrieval <mode>", "rcts (tree re-ranking), rag (retrieval order), random or none")
  .option("--candidates <N>", "retrieved exemplars that re-ranking chooses from")
  .option("--alpha <weight>", "weight of the self-consistency reward")
  .option("--beta <weight>", "weight of the mutual reward")
  .option("--rollouts <n>", "rollouts of the re-ranking")
  .option("--exemplar-reward <kind>", "heuristic, or answerGrounded (asks the model)")
  .option("--no-contexts", "show exemplars without their reasoning contexts")
  .option("--pin <id>", "use this exemplar in any case (repeatable)", collect)
  .option("--ban <id>", "never use this exemplar (repeatable)", collect)
  .action(async (file: string, options: SolveOptions & RetrievalOptions) => {
    process.exitCode = await solveCommand(file, options, io, interruptSignal());
  });
withEmbedder(solving);

program
  .command("compare")
  .argument("[a]", "an answer")
  .argument("[b]", "another answer")
  .description("tell whether two answers are the same, and the rule that decided")
  .allowUnknownOption() // Answers may be negative numbers.
  .option("--pairs <file>", "JSON lines with the fields a, b and optionally choices")
  .option("-c, --choice <text>", "an option of the question (repeatable)", collect)
  .action(async (a: string | undefined, b: string | undefined, options: CompareOptions) => {
    process.exitCode = await compareCommand([a, b].filter((answer) => answer !== undefined), options, io);
  });

program
  .command("probe")
  .description("find out what an endpoint and model can do, and what Figtree does about it")
  .requiredOption("--endpoint <url>", "base URL of an OpenAI-compatible endpoint")
  .requiredOption("--model <name>", "model of the endpoint")
  .option("--api-key-env <variable>", "environment variable that holds the endpoint's key")
  .option("--timeout <seconds>", "longest wait for one reply of the endpoint")
  .option("--json", "print one JSON object")
  .action(async (options: ProbeCommandOptions) => {
    process.exitCode = await probeCommand(options, io, interruptSignal());
  });

program
  .command("preflight")
  .argument("<file>", "a figure")
  .description("show what of a figure would be sent to a model")
  .option("--out <png>", "write the prepared picture there")
  .option("--max-pixels <n>", "pixels of what is sent, at most")
  .option("--json", "print one JSON object")
  .action(async (file: string, options: PreflightOptions) => {
    process.exitCode = await runPreflight(file, options, process);
  });

program
  .command("serve")
  .description("offer the embedded model as an OpenAI-compatible server on this machine")
  .option("--port <n>", "port; 0 takes any free one", "8765")
  .option("--host <address>", "a loopback address", "127.0.0.1")
  .option("--embedded <folder>", "a folder or an installed model's name (default: the bundled sample model)")
  .option("--api-key-env <variable>", "environment variable with the key that clients must send")
  .action(async (options: { port: string; host: string; embedded?: string; apiKeyEnv?: string }) => {
    const port = wholeNumberOption("--port", options.port, 0, 65535) ?? 0;
    process.exitCode = await serve({ port, host: options.host, ...(options.embedded === undefined ? { folder: sampleFolder } : await embeddedFolder(options.embedded, process.env)), sample: options.embedded === undefined, processFile: embeddedProcessFile, apiKeyEnv: options.apiKeyEnv }, process, interruptSignal());
  });

const models = program.command("models").description("downloaded vision-language models that run on this machine");
const modelAction = (action: "list" | "install" | "remove") => async (...parts: unknown[]): Promise<void> => {
  const [id, options] = action === "list" ? ["", parts[0]] : [parts[0] as string, parts[1]];
  process.exitCode = await modelsCommand(action, id, options as ModelsOptions, io, process.env, interruptSignal());
};
models.command("list").description("installed and suggested models").option("--json", "print one JSON object").action(modelAction("list"));
models
  .command("install")
  .argument("<id>", "OWNER/NAME at the hub")
  .description("download a model; a download that was stopped goes on")
  .option("--hub <url>", "address of the hub", "https://huggingface.co")
  .option("--dtype <type>", "weight type, such as fp32, q8 or q4")
  .option("--revision <name>", "branch, tag or commit", "main")
  .option("--token-env <variable>", "environment variable that holds a token for the hub")
  .option("--json", "print one JSON object")
  .action(modelAction("install"));
models.command("remove").argument("<id>", "an installed model").description("delete a model").option("--json", "print one JSON object").action(modelAction("remove"));

registerBench(program, { io, env: process.env, signal: interruptSignal });
/** Asks on the terminal; nobody can answer where there is none. */
const confirm = process.stdin.isTTY && process.stderr.isTTY
  ? async (question: string): Promise<boolean> => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        // Ctrl+C and Ctrl+D close the lines without an answer.
        const closed = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
        const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
        if (answer === undefined) process.stderr.write("\n");
        return /^y(es)?$/i.test((answer ?? "").trim());
      } finally {
        lines.close();
      }
    }
  : null;
registerLibrary(program, { io, env: process.env, signal: interruptSignal, confirm });

program.parseAsync().catch((error: unknown) => {
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? exitCode.ok : exitCode.badInput;
  if (error instanceof FigtreeError) io.stderr(`${sentence(error)}\n`);
  else if (!(error instanceof CommanderError)) throw error;
});
