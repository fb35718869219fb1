import { randomUUID } from "node:crypto";
import { access, constants, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { createLogUpdate } from "log-update";
import { prepareImage } from "../adapters/images";
import { writeTraceFile } from "../adapters/storage";
import { systemClock } from "../adapters/system";
import { FigtreeError, toFigtreeError, type PreparedImage } from "../core/ports";
import { solve } from "../core/solve";
import { reduceTrace, type TraceEvent, type TraceSnapshot } from "../core/trace";
import { describeNote } from "../protocol";
import { exitCode, printJson, type Io } from "./io";
import { liveLines, oneLine } from "./live";
import { openSolveLibrary, retrievalOptionsOf, type RetrievalOptions } from "./library/solving";
import { openModel } from "./model";
import { parseSolveOptions, type SolveOptions } from "./options";
import { readFigure } from "./read-figure";
import { reportLines } from "./report";
import { exitCodeOf, exitCodeOfError, resultOf, sentence } from "./result";

/** Reads and prepares a figure; its notes go to standard error. */
async function prepareFigure(file: string, io: Io): Promise<PreparedImage> {
  const { image, original, notes } = await prepareImage(await readFigure(file), { name: path.basename(file) });
  for (const note of notes) io.stderr(`${path.basename(file)}: ${describeNote(note, { original, width: image.width, height: image.height })}\n`);
  return image;
}

interface View {
  show(snapshot: TraceSnapshot, event: TraceEvent): void;
  close(): void;
}

/** Shows a running search: one screen on a terminal, a line for each iteration elsewhere. */
function createView(io: Io, quiet: boolean): View {
  if (quiet) return { show: () => undefined, close: () => undefined };
  if (io.terminal !== null) {
    const { columns, rows } = io.terminal;
    const update = createLogUpdate(process.stderr);
    let last = 0;
    return {
      show: (snapshot) => {
        const now = systemClock.now();
        if (now - last < 80 && snapshot.outcome === null) return;
        last = now;
        update(liveLines(snapshot, columns - 1, rows).join("\n"));
      },
      close: () => update.done(),
    };
  }
  return {
    show: ({ iterations, best }, event) => {
      if (event.type !== "answer" || iterations === 0) return;
      io.stderr(`iteration ${iterations}: ${best === null ? "no answer yet" : `best so far ${oneLine(best.answer, 200)} (${best.confidence.traces} of ${best.confidence.voters} traces)`}\n`);
    },
    close: () => undefined,
  };
}

/** A place that cannot take a trace is found out before the solve, not after it. */
async function checkTracePlace(file: string): Promise<void> {
  const unusable = (message: string): FigtreeError => new FigtreeError("input.invalid", { field: "--trace", value: file, message });
  if (file === "") throw unusable("It needs a file name.");
  const known = await stat(file).catch(() => null);
  if (known?.isDirectory() === true) throw unusable("It is a folder.");
  if (known !== null && !known.isFile()) throw unusable("It is not a regular file.");
  await access(path.dirname(path.resolve(file)), constants.W_OK).catch(() => {
    throw unusable("Its folder does not exist or cannot be written.");
  });
}

/** The answer is out already when this fails; then the trace alone is missing. */
async function saveTrace(file: string, snapshot: TraceSnapshot, image: PreparedImage, figure: string, io: Io): Promise<boolean> {
  try {
    // Written through a link, not in its place.
    await writeTraceFile(await realpath(file).catch(() => file), snapshot, image, path.basename(figure));
    return true;
  } catch (thrown) {
    io.stderr(`The trace could not be written to ${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return false;
  }
}

/**
 * `figtree solve IMAGE`: solves one figure and prints the answer, or one JSON object.
 * @returns exit code: 0 answer, 2 bad input, 3 endpoint failed, 4 partial answer.
 */
export async function solveCommand(file: string, options: SolveOptions & RetrievalOptions, io: Io, signal: AbortSignal): Promise<number> {
  try {
    const { method, exemplars: named, settings } = parseSolveOptions(options);
    if (options.trace !== undefined) await checkTracePlace(options.trace);
    retrievalOptionsOf(options, settings.seed, named);
    const image = await prepareFigure(file, io);
    const exemplars = await openSolveLibrary(options, settings.seed, named, io, process.env, signal);
    const model = await openModel(options, signal, io.stderr).catch(async (thrown: unknown) => {
      await exemplars?.close();
      throw thrown;
    });
    const view = createView(io, options.json === true);
    let snapshot: TraceSnapshot | undefined;
    try {
      const problem = { question: options.question ?? "", choices: options.choice ?? [], image };
      for await (const event of solve({ id: randomUUID(), problem, method, settings, model, clock: systemClock, signal, ...(exemplars === null ? {} : { library: exemplars.library }) })) {
        snapshot = reduceTrace(snapshot, event);
        view.show(snapshot, event);
      }
    } finally {
      view.close();
      await model.dispose();
      await exemplars?.close();
    }
    const final = snapshot!;
    if (options.json === true) printJson(io, resultOf(final));
    else io.stdout(`${reportLines(final).join("\n")}\n`);
    return options.trace === undefined || (await saveTrace(options.trace, final, image, file, io)) ? exitCodeOf(final) : exitCode.badInput;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    if (options.json === true) printJson(io, { answer: null, partial: true, error: { code: error.code, sentence: sentence(error) } });
    else io.stderr(`${sentence(error)}\n`);
    return exitCodeOfError(error.code);
  }
}
