import { exitCode } from "./io";

/** As much of a process as the watch needs; `process` fits. */
interface Outputs {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  exitCode?: number | string | null | undefined;
  once(event: "exit", listener: () => void): unknown;
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : error.message);

/**
 * Keeps the work going when its output cannot be written: a reader that has gone away (`| head`) is no failure, and
 * progress that nobody sees is none either. Results that a full disk does not take are: then the command says so and
 * ends with the exit code of bad input.
 */
export function watchOutput(outputs: Outputs): void {
  outputs.stderr.on("error", () => undefined);
  outputs.stdout.on("error", (error: Error) => {
    if (codeOf(error) === "EPIPE") return;
    outputs.stderr.write(`The output could not be written (${codeOf(error)}).\n`);
    outputs.once("exit", () => void (outputs.exitCode = exitCode.badInput));
  });
}
