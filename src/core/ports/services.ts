/** Time, injected: milliseconds since the epoch. */
export interface Clock {
  now(): number;
}

/** A log that never receives keys, image bytes or data URLs. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
