import { FigtreeError } from "../ports";

/** How reasoning contexts are generated and verified (RCTS 3.1). */
export interface ContextSettings {
  /** M, contexts for each exemplar; 1 to 32. */
  readonly contexts: number;
  /** V, attempts that verify each context; 1 to 32. */
  readonly verifications: number;
  /** In [0, 2], for both. */
  readonly temperature: number;
  /** In (0, 1]. */
  readonly topP: number;
  /** Token limit of a whole context; 64 to 32768. */
  readonly maxTokens: number;
  /** Unsigned 32-bit. */
  readonly seed: number;
  /** Ask again for exemplars that are finished. */
  readonly force?: boolean;
}

export const contextDefaults: ContextSettings = { contexts: 5, verifications: 5, temperature: 0.7, topP: 0.95, maxTokens: 1200, seed: 0, force: false };

/** @throws FigtreeError `input.invalid` with the field's name */
export function checkContextSettings(settings: ContextSettings): void {
  const ranges = { contexts: [1, 32, true], verifications: [1, 32, true], temperature: [0, 2, false], topP: [0.01, 1, false], maxTokens: [64, 32768, true], seed: [0, 0xffffffff, true] } as const;
  for (const [field, [min, max, whole]] of Object.entries(ranges)) {
    const value = settings[field as keyof typeof ranges];
    if (value >= min && value <= max && (!whole || Number.isInteger(value))) continue;
    throw new FigtreeError("input.invalid", { field, value: String(value), message: `It must be ${whole ? "a whole number" : "a number"} from ${min} to ${max}.` });
  }
}
