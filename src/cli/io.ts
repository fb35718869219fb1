/** Where a command writes; injected, so that tests see every byte. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Size of the terminal that shows standard error, or null where there is none. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
}

/** Control characters that JSON leaves as they are and some terminals obey. */
const controls = /[\u007f-\u009f]/g;

/** Prints one JSON object, in plain characters. */
export function printJson(io: Io, value: unknown): void {
  const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;
  io.stdout(`${JSON.stringify(value, null, 2).replace(controls, escaped)}\n`);
}

/** Exit codes of every command. */
export const exitCode = { ok: 0, badInput: 2, endpointFailed: 3, partial: 4 } as const;
