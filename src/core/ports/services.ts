/** Time, injected: milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /**
   * Runs `action` once after a time in milliseconds; the returned function calls it off.
   * @param awaited somebody waits for it: the process stays alive until then
   */
  after(milliseconds: number, action: () => void, awaited?: boolean): () => void;
}

/** A log that never receives keys, image bytes or data URLs. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
