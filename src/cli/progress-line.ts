import type { Io } from "./io";

export interface ProgressLine {
  /** @param share done, in [0, 1] */
  update(share: number, text: string): void;
  /** Ends the line; what is written next begins a new one. */
  close(): void;
}

/** One line that is written over on a terminal, a line for each tenth elsewhere, nothing when `quiet`. */
export function createProgressLine(io: Io, quiet: boolean): ProgressLine {
  let tenth = -1;
  let written = false;
  return {
    update: (share, text) => {
      if (quiet) return;
      if (io.terminal !== null) io.stderr(`\r\u001b[K${text.slice(0, io.terminal.columns > 1 ? io.terminal.columns - 1 : 79)}`);
      else if (Math.floor(share * 10) > tenth) io.stderr(`${text}\n`);
      tenth = Math.max(tenth, Math.floor(share * 10));
      written = true;
    },
    close: () => {
      if (written && io.terminal !== null) io.stderr("\n");
      written = false;
    },
  };
}
