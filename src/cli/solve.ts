import { randomUUID } from "node:crypto";
import path from "node:path";
import { createLogUpdate } from "log-update";
import { prepareImage } from "../adapters/images";
import { writeTraceFile } from "../adapters/storage";
import { systemClock } from "../adapters/system";
import { toFigtreeError, type PreparedImage } from "../core/ports";
import { solve } from "../core/solve";
import { reduceTrace, type TraceEvent, type TraceSnapshot } from "../core/trace";
import { describeNote } from "../protocol";
import { exitCode, type Io } from "./io";
import { liveLines } from "./live";
import { openModel } from "./model";
import { parseSolveOptions, type SolveOptions } from "./options";
import { readFigure } from "./read-figure";
import { reportLines } from "./report";
import { exitCodeOf, resultOf, sentence } from "./result";

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
      io.stderr(`iteration ${iterations}: ${best === null ? "no answer yet" : `best so far ${best.answer} (${best.confidence.traces} of ${best.confidence.voters} traces)`}\n`);
    },
    close: () => undefined,
  };
}

/**
 * `figtree solve IMAGE`: solves one figure and prints the answer, or one JSON object.
 * @returns exit code: 0 answer, 2 bad input, 3 endpoint failed, 4 partial answer.
 */
export async function solveCommand(file: string, options: SolveOptions, io: Io, signal: AbortSignal): Promise<number> {
  try {
    const { method, settings } = parseSolveOptions(options);
    const image = await prepareFigure(file, io);
    const model = await openModel(options, signal, io.stderr);
    const view = createView(io, options.json === true);
    let snapshot: TraceSnapshot | undefined;
    try {
      const problem = { question: options.question ?? "", choices: options.choice ?? [], image };
      for await (const event of solve({ id: randomUUID(), problem, method, settings, model, clock: systemClock, signal })) {
        snapshot = reduceTrace(snapshot, event);
        view.show(snapshot, event);
      }
    } finally {
      view.close();
      await model.dispose();
    }
    const final = snapshot!;
    if (options.trace !== undefined) await writeTraceFile(options.trace, final, image, path.basename(file));
    if (options.json === true) io.stdout(`${JSON.stringify(resultOf(final), null, 2)}\n`);
    else io.stdout(`${reportLines(final, io.terminal?.columns ?? 200).join("\n")}\n`);
    return exitCodeOf(final);
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    if (options.json === true) io.stdout(`${JSON.stringify({ answer: null, partial: true, error: { code: error.code, sentence: sentence(error) } }, null, 2)}\n`);
    else io.stderr(`${sentence(error)}\n`);
    if (error.code === "cancelled") return exitCode.partial;
    return error.code.startsWith("endpoint.") || error.code.startsWith("model.") ? exitCode.endpointFailed : exitCode.badInput;
  }
}
