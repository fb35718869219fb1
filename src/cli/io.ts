/** Where a command writes; injected, so that tests see every byte. */
export interface Io {
  stdout(text: string): void;
  stderr(text: string): void;
  /** Size of the terminal that shows standard error, or null where there is none. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
}

/** Exit codes of every command. */
export const exitCode = { ok: 0, badInput: 2, endpointFailed: 3, partial: 4 } as const;
