import { FigtreeError } from "../ports";
import type { RetrievalMode } from "../trace";

/** How exemplars are retrieved, re-ranked and used (RCTS). */
export interface RetrievalSettings {
  readonly mode: RetrievalMode;
  /** K, exemplars that precede the problem; 1 to 16. */
  readonly exemplars: number;
  /** N, retrieved candidates that the re-ranking chooses from; 1 to 200. */
  readonly candidates: number;
  /** Weight of R_SC, >= 0. */
  readonly alpha: number;
  /** Weight of R_Mutual, >= 0. */
  readonly beta: number;
  /** c of UCT in the re-ranking, for rewards that span [0, 1]. */
  readonly exploration: number;
  /** Rollouts of the heuristic reward; 1 to 100,000. */
  readonly rollouts: number;
  /** `answerGrounded` asks the model about every list, as the authors' code does. */
  readonly reward: "heuristic" | "answerGrounded";
  /** Off: exemplars show question and answer alone (ablation "no reasoning context"). */
  readonly contexts: boolean;
  /** Unsigned 32-bit. */
  readonly seed: number;
}

export const retrievalDefaults: RetrievalSettings = {
  mode: "rcts", exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true, seed: 0,
};

/** Allowed values of every number, both ends included. */
export const retrievalRanges = {
  exemplars: { min: 1, max: 16, integer: true },
  candidates: { min: 1, max: 200, integer: true },
  alpha: { min: 0, max: 100, integer: false },
  beta: { min: 0, max: 100, integer: false },
  exploration: { min: 0, max: 100, integer: false },
  rollouts: { min: 1, max: 100_000, integer: true },
  seed: { min: 0, max: 4294967295, integer: true },
} as const satisfies Partial<Record<keyof RetrievalSettings, { readonly min: number; readonly max: number; readonly integer: boolean }>>;

const choices = {
  mode: ["rcts", "rag", "random", "none"],
  reward: ["heuristic", "answerGrounded"],
  contexts: [true, false],
} as const satisfies Partial<{ [Key in keyof RetrievalSettings]: readonly RetrievalSettings[Key][] }>;

/**
 * The defaults with some values replaced (undefined replaces nothing).
 * Throws `input.invalid` with the field's name for a value out of range, an unknown choice or a contradiction.
 */
export function retrievalSettingsOf(overrides: { readonly [Key in keyof RetrievalSettings]?: RetrievalSettings[Key] | undefined } = {}): RetrievalSettings {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const settings: RetrievalSettings = { ...retrievalDefaults, ...given };
  for (const [field, { min, max, integer }] of Object.entries(retrievalRanges)) {
    const value = settings[field as keyof typeof retrievalRanges];
    if (typeof value === "number" && value >= min && value <= max && (!integer || Number.isInteger(value))) continue;
    throw new FigtreeError("input.invalid", { field, value: String(value), message: `It must be ${integer ? "a whole number" : "a number"} from ${min} to ${max}.` });
  }
  for (const [field, allowed] of Object.entries(choices)) {
    const value = settings[field as keyof typeof choices];
    if (!allowed.some((each) => each === value)) throw new FigtreeError("input.invalid", { field, value: String(value), message: `It must be one of ${allowed.join(", ")}.` });
  }
  if (settings.alpha === 0 && settings.beta === 0) throw new FigtreeError("input.invalid", { field: "alpha with beta", message: "A reward without both parts has nothing to go by." });
  return settings;
}
