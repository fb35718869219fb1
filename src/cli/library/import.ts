import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { prepareImage } from "../../adapters/images";
import { importExemplars, inspectImport, type ImportPlan, type ImportProgress, type PartialMapping } from "../../adapters/transfer";
import { figtreeHome, systemClock } from "../../adapters/system";
import { FigtreeError, type ExemplarStore } from "../../core/ports";
import { duration } from "../duration";
import { exitCode, printJson } from "../io";
import { oneLine } from "../live";
import { wholeNumberOption } from "../options";
import { createProgressLine } from "../progress-line";
import { embedderSpecOf, openChosenLibrary, type LibraryChoice } from "./choice";
import { usingStore, type LibraryCommand } from "./command";
import { embedNew } from "./vectors";

export interface ImportCommandOptions extends LibraryChoice {
  readonly yes?: boolean;
  readonly mapping?: string;
  readonly set?: readonly string[];
  readonly limit?: string;
  readonly licence?: string;
  readonly source?: string;
  /** False: pictures and questions are not embedded now. */
  readonly vectors?: boolean;
  readonly json?: boolean;
}

/** The mapping of a file, and single entries over it. Undefined: what is guessed counts. */
async function givenMapping({ mapping: file, set = [] }: ImportCommandOptions, guessed: () => Promise<PartialMapping>): Promise<PartialMapping | undefined> {
  if (file === undefined && set.length === 0) return undefined;
  const base = file === undefined ? await guessed() : ((await readJson(file)) as PartialMapping);
  const entries = set.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new FigtreeError("input.invalid", { field: "--set", value: text, message: "It has the form ENTRY=FIELD, such as question=prompt." });
    const value = text.slice(at + 1);
    return [text.slice(0, at), value.includes(",") ? value.split(",").map((part) => part.trim()) : value] as const;
  });
  return { ...base, ...Object.fromEntries(entries) };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (thrown) {
    throw new FigtreeError("input.invalid", { field: "--mapping", value: file, message: thrown instanceof SyntaxError ? "It is not JSON." : "It cannot be read." }, { cause: thrown });
  }
}

/** What would be read from where, for a person to agree to. */
function planLines(plan: ImportPlan): string[] {
  const entry = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));
  return [
    `${plan.formatName}: ${plan.records} records in ${plan.place}`,
    ...Object.entries(plan.mapping).map(([name, value]) => `  ${name.padEnd(12)} ${oneLine(entry(value), 100)}`),
    ...(plan.samples.length === 0 ? [] : ["They would come out like this:"]),
    ...plan.samples.flatMap(({ exemplar, picture }) => [
      `  ${oneLine(exemplar.question, 100)} -> ${oneLine(exemplar.answer, 40)}`,
      `    picture ${oneLine(picture, 80)}${exemplar.choices.length === 0 ? "" : `, choices ${oneLine(exemplar.choices.join(" | "), 80)}`}${exemplar.context === null ? "" : ", with a context"}`,
    ]),
    ...plan.notices.map((notice) => `Note: ${oneLine(notice, 300)}`),
    ...plan.reasons.map(({ reason, count }) => `Problem (${count} of the records looked at): ${oneLine(reason, 200)}`),
  ];
}

function summaryLines({ added, merged, skipped, problems, reasons }: ImportProgress): string[] {
  return [
    `${added} added, ${merged} merged with ones that were there, ${skipped} skipped.`,
    ...reasons.map(({ reason, count }) => `  ${count} x ${oneLine(reason, 200)}`),
    ...problems.slice(0, 20).map(({ file, record, line, reason, detail }) => `  ${oneLine(`${file}${line === null ? "" : `, line ${line}`}, record ${record}: ${reason} ${detail}`, 240)}`),
  ];
}

/** A guess may lack what no exemplar can be without; the fields are told, so that they can be named. */
function checkWhole({ mapping, fields, format }: ImportPlan): void {
  const missing = format === "figtree-pack" ? [] : (["question", "answer", "image"] as const).filter((entry) => mapping[entry] === undefined);
  if (missing.length === 0) return;
  throw new FigtreeError("input.invalid", { field: "The mapping", message: `It is not clear which field is the ${missing.join(" and the ")}: add ${missing.map((entry) => `--set ${entry}=FIELD`).join(" ")}. The fields are ${fields.slice(0, 30).join(", ")}${fields.length > 30 ? " and more" : ""}.` });
}

/**
 * `figtree library import FILE`: shows what would be read, asks, imports, embeds. A stopped import goes on when it is
 * started again. Until it is agreed to, no library is opened or made.
 */
export async function importCommand(file: string, options: ImportCommandOptions, command: LibraryCommand): Promise<number> {
  const { io, signal, confirm } = command;
  const limit = wholeNumberOption("--limit", options.limit, 1, 1e9);
  embedderSpecOf(options, command.env);
  const guessed = async (): Promise<PartialMapping> => (await inspectImport(file, { signal })).mapping;
  const mapping = await givenMapping(options, guessed);
  const plan = await inspectImport(file, { signal, ...(mapping === undefined ? {} : { mapping }) });
  if (options.yes === true) checkWhole(plan);
  else {
    io.stderr(`${planLines(plan).join("\n")}\n`);
    checkWhole(plan);
    const agreed = confirm === null ? null : await confirm(`Import into ${oneLine(options.library ?? "", 200)}?`);
    if (agreed !== true) {
      io.stderr(agreed === null ? "Nothing was imported. Add --yes to take this mapping, or change it with --set ENTRY=FIELD or --mapping FILE.\n" : "Nothing was imported.\n");
      if (options.json === true) printJson(io, { imported: false, plan });
      return agreed === null ? exitCode.badInput : exitCode.partial;
    }
  }
  return usingStore(await openChosenLibrary(options, io, command.env, true), (store) => importPlan(plan, limit, options, command, store));
}

async function importPlan(plan: ImportPlan, limit: number | undefined, options: ImportCommandOptions, { io, env, signal }: LibraryCommand, store: ExemplarStore): Promise<number> {
  const json = options.json === true;
  const line = createProgressLine(io, json);
  let last: ImportProgress | undefined;
  try {
    const progress = importExemplars({
      plan, store, clock: systemClock, signal, stateFolder: path.join(figtreeHome(env), "imports", placeKey(store.place)),
      prepareImage: async (bytes, name) => (await prepareImage(bytes, { name })).image,
      ...(limit === undefined ? {} : { limit }), ...(options.licence === undefined ? {} : { licence: options.licence }), ...(options.source === undefined ? {} : { source: options.source }),
    });
    for await (last of progress) line.update(last.done / Math.max(1, last.total), `${last.done} of ${last.total} records${last.secondsLeft === null ? "" : `, ${duration(last.secondsLeft)} left`}`);
  } finally {
    line.close();
  }
  const { added = 0, merged = 0, skipped = 0, problems = [], reasons = [] } = last ?? {};
  // What became of the records is told before the embedding, which may fail or be stopped.
  if (!json && last !== undefined) io.stdout(`${summaryLines(last).join("\n")}\n`);
  const vectors = options.vectors === false ? {} : await embedNew(options, store, io, env, signal, json);
  if (json) printJson(io, { imported: true, format: plan.format, added, merged, skipped, problems, reasons, ...vectors });
  return exitCode.ok;
}

/** An import into another library is another import. */
const placeKey = (place: string): string => createHash("sha256").update(place).digest("hex").slice(0, 16);
