import type { Command } from "commander";
import type { Io } from "../io";
import type { Environment } from "../models";
import { exportCommand, removeCommand, type ExportCommandOptions, type RemoveOptions } from "./change";
import { tellFailure, withLibrary, type LibraryCommand } from "./command";
import { contextsCommand, type ContextsOptions } from "./contexts";
import { importCommand, type ImportCommandOptions } from "./import";
import { listCommand, searchCommand, statsCommand, type FindOptions, type ListOptions } from "./look";
import { restoreCommand } from "./restore";
import { embedCommand } from "./vectors";
import type { LibraryChoice } from "./choice";

interface Surroundings {
  readonly io: Io;
  readonly env: Environment;
  readonly signal: () => AbortSignal;
  readonly confirm: LibraryCommand["confirm"];
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Options that say which vectors are compared; shared with `solve`. */
export const withEmbedder = (command: Command): Command =>
  command
    .option("--embedder <kind>", "offline (needs nothing), endpoint or transformers")
    .option("--embedding-endpoint <url>", "base URL of an endpoint for text embeddings")
    .option("--embedding-model <name>", "its model")
    .option("--embedding-key-env <variable>", "environment variable that holds its key")
    .option("--embedding-text <folder>", "transformers.js text embedding model: a folder or an installed model's name")
    .option("--embedding-images <folder>", "transformers.js model for pictures and text (CLIP, SigLIP): a folder or an installed model's name");

const withPlace = (command: Command): Command =>
  command
    .requiredOption("--library <folder>", "the library: a folder, s3://, gs:// or db://")
    .option("--library-key-env <variable>", "environment variable that holds the key of a db:// library")
    .option("--json", "print one JSON object");

/** Adds `figtree library ...`. */
export function registerLibrary(program: Command, { io, env, signal, confirm }: Surroundings): void {
  const library = program.command("library").description("worked exemplars that teach the model");
  const surroundings = (): LibraryCommand => ({ io, env, signal: signal(), confirm });
  const run = async (options: LibraryChoice & { readonly json?: boolean }, action: (command: LibraryCommand) => Parameters<typeof withLibrary>[2]): Promise<void> => {
    const command = surroundings();
    process.exitCode = await withLibrary(options, command, action(command));
  };

  const runWithout = async (options: { readonly json?: boolean }, action: (command: LibraryCommand) => Promise<number>): Promise<void> => {
    const command = surroundings();
    process.exitCode = await tellFailure(options, command, () => action(command));
  };

  withEmbedder(withPlace(library.command("import")))
    .argument("<file>", "JSON, JSONL, CSV, TSV or Parquet file, a folder or ZIP archive with one, or a pack")
    .description("import exemplars; fields are guessed and shown first. A stopped import goes on")
    .option("-y, --yes", "take the mapping without asking")
    .option("--mapping <file>", "JSON with the fields to read")
    .option("--set <entry=field>", "read one entry from another field (repeatable)", collect)
    .option("--limit <n>", "exemplars at most")
    .option("--licence <text>", "for records that name none")
    .option("--source <text>", "for records that name none")
    .option("--no-vectors", "do not embed pictures and questions now")
    .action((file: string, options: ImportCommandOptions) => runWithout(options, (command) => importCommand(file, options, command)));
  withPlace(library.command("list"))
    .description("what is there")
    .option("--text <words>", "words that must occur")
    .option("--subject <name>", "of this subject")
    .option("--tag <name>", "with this tag")
    .option("--state <state>", "verified, withContext, withoutContext or flagged")
    .option("--offset <n>", "leave out the first ones")
    .option("--limit <n>", "how many", "50")
    .action((options: ListOptions) => run(options, () => (store) => listCommand(options, io, store)));
  withEmbedder(withPlace(library.command("search")))
    .argument("[words]", "words or a question")
    .description("find exemplars by words, by a picture, or both")
    .option("--image <file>", "a picture")
    .option("--limit <n>", "how many", "20")
    .action((words: string | undefined, options: FindOptions) => run(options, (command) => (store) => searchCommand(words, options, io, env, command.signal, store)));
  withPlace(library.command("contexts"))
    .description("generate reasoning contexts and verify them; a stopped run goes on")
    .option("--endpoint <url>", "base URL of an OpenAI-compatible endpoint")
    .option("--model <name>", "model of the endpoint")
    .option("--api-key-env <variable>", "environment variable that holds the endpoint's key")
    .option("--no-probe", "do not find out beforehand what the endpoint can do")
    .option("--embedded [folder]", "embedded model: a folder or an installed model's name (default: the bundled sample model)")
    .option("--contexts <M>", "contexts for each exemplar")
    .option("--verifications <V>", "attempts that verify each context")
    .option("--temperature <t>", "sampling temperature")
    .option("--top-p <p>", "nucleus of sampling")
    .option("--seed <number>", "seed of all sampling")
    .option("--max-tokens-per-context <n>", "token limit of one context")
    .option("--in-flight <n>", "exemplars and requests at the same time")
    .option("--timeout <seconds>", "longest wait for one reply of the endpoint")
    .option("--limit <n>", "only the first exemplars without a verified context")
    .option("--subject <name>", "only exemplars of this subject")
    .option("--tag <name>", "only exemplars with this tag")
    .option("--id <id>", "only this exemplar (repeatable)", collect)
    .option("--force", "ask again for exemplars that are finished")
    .action((options: ContextsOptions) => run(options, (command) => (store) => contextsCommand(options, io, command.signal, store)));
  withPlace(library.command("stats")).description("counts, pass rate, embedder").action((options: LibraryChoice & { json?: boolean }) => run(options, () => (store) => statsCommand(options, io, store)));
  withEmbedder(withPlace(library.command("embed")))
    .description("make the vectors anew, for instance by another embedder")
    .action((options: LibraryChoice & { json?: boolean }) => run(options, (command) => async (store) => {
      await embedCommand(options, io, env, command.signal, store);
      return 0;
    }));
  withPlace(library.command("export"))
    .argument("<target>", "a folder that does not exist yet, or a file that ends in .zip")
    .description("write a pack that others can import")
    .requiredOption("--licence <text>", "licence of the pack")
    .option("--name <text>", "its name")
    .option("--description <text>", "what it is")
    .option("--id <id>", "only this exemplar (repeatable)", collect)
    .action((target: string, options: ExportCommandOptions) => run(options, (command) => (store) => exportCommand(target, options, io, command.signal, store)));
  withPlace(library.command("remove"))
    .argument("[ids...]", "exemplars")
    .description("remove exemplars for good")
    .option("--all", "every one")
    .option("-y, --yes", "without asking")
    .action((ids: readonly string[], options: RemoveOptions) => run(options, (command) => (store) => removeCommand(ids, options, command, store)));
  withPlace(library.command("restore"))
    .description("set a damaged library back to its last whole version; what cannot be read is set aside, not deleted")
    .action((options: LibraryChoice & { json?: boolean }) => runWithout(options, (command) => restoreCommand(options, command)));
}
