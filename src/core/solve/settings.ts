import { FigtreeError } from "../ports";
import type { MethodName } from "./registry";

export type Selection = "greedy" | "best" | "vote" | "weighted";
export type PresetName = "quick" | "balanced" | "paper";
/** What P(Yes) becomes a reward as: itself (the paper), or its share of P(Yes) + P(No). */
export type RewardKind = "yes" | "ratio";

/** All numbers and switches of a solve. See VReST sections 3.2, 3.3, 4.4 and 4.6. */
export interface SolveSettings {
  /** K, iterations of the search. */
  readonly iterations: number;
  /** w, sampled steps per expansion. */
  readonly width: number;
  /** D, steps in a path at most. */
  readonly depth: number;
  /** c in eq. 1. */
  readonly exploration: number;
  readonly unvisited: "infinity" | "floor1";
  /** How the answer is chosen among the traces (3.3). */
  readonly select: Selection;
  /** n, voting traces; null means K. */
  readonly votes: number | null;
  /** Exponent of a trace's mean reward in the weighted vote. */
  readonly gamma: number;
  /** n, sampled chains of CoT-Vote and Best-of-N. */
  readonly samples: number;
  readonly rewardKind: RewardKind;
  /** Caps R2 of a step that states a calculation which is wrong. */
  readonly checkArithmetic: boolean;
  /** Searches only where three sampled chains do not agree, or are rewarded below `gateReward`. */
  readonly gate: boolean;
  /** Mean reward of the chains' last steps, in [0, 1], from which on agreement is enough. */
  readonly gateReward: number;
  readonly temperature: number;
  readonly topP: number;
  /** Unsigned 32-bit. */
  readonly seed: number;
  /** Token limit of a step. */
  readonly maxTokensPerStep: number;
  /** At depth D the last step is asked for; off, a path may end without an answer, as in the paper. */
  readonly forceFinal: boolean;
  readonly skipExhausted: boolean;
  /** Ends the search when the remaining iterations cannot change the vote. */
  readonly earlyStop: boolean;
  /** Ablations (figure 3b): leave R1 out, leave R2 out, reward terminal steps only. */
  readonly noR1: boolean;
  readonly noR2: boolean;
  readonly noPRM: boolean;
  /** Ablations (figure 3a): leave the picture out of generation, of R1, of R2. */
  readonly textOnlyGeneration: boolean;
  readonly textOnlyUsefulness: boolean;
  readonly textOnlyCorrectness: boolean;
  /** Caps; null means none. */
  readonly maxCalls: number | null;
  readonly maxTokens: number | null;
  readonly maxSeconds: number | null;
}

const common = {
  exploration: 1, unvisited: "infinity", select: "vote", votes: null, gamma: 4, rewardKind: "yes", checkArithmetic: false, gate: false, gateReward: 0.8, temperature: 0.7, topP: 0.95, seed: 0, maxTokensPerStep: 400,
  forceFinal: true, noR1: false, noR2: false, noPRM: false, textOnlyGeneration: false, textOnlyUsefulness: false, textOnlyCorrectness: false,
  maxCalls: null, maxTokens: null, maxSeconds: null,
} as const;

/** `paper` is VReST 4.4, with n = K for the sampled chains (appendix C); the other two spend less and leave finished sub-trees alone. */
export const presets: Readonly<Record<PresetName, SolveSettings>> = {
  quick: { ...common, iterations: 3, samples: 3, width: 3, depth: 5, skipExhausted: true, earlyStop: true },
  balanced: { ...common, iterations: 6, samples: 6, width: 4, depth: 6, skipExhausted: true, earlyStop: true },
  paper: { ...common, iterations: 10, samples: 10, width: 5, depth: 8, skipExhausted: false, earlyStop: false },
};

interface Range {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** Allowed values of every number, both ends included. */
export const settingRanges = {
  iterations: { min: 1, max: 1000, integer: true },
  width: { min: 1, max: 32, integer: true },
  depth: { min: 1, max: 32, integer: true },
  exploration: { min: 0, max: 100, integer: false },
  votes: { min: 1, max: 1000, integer: true },
  gamma: { min: 0, max: 64, integer: false },
  samples: { min: 1, max: 1000, integer: true },
  gateReward: { min: 0, max: 1, integer: false },
  temperature: { min: 0, max: 2, integer: false },
  topP: { min: 0.01, max: 1, integer: false },
  seed: { min: 0, max: 4294967295, integer: true },
  maxTokensPerStep: { min: 16, max: 32768, integer: true },
  maxCalls: { min: 1, max: 1e9, integer: true },
  maxTokens: { min: 1, max: 1e12, integer: true },
  maxSeconds: { min: 1, max: 1e6, integer: false },
} as const satisfies Partial<Record<keyof SolveSettings, Range>>;

/** Values that replace those of a preset; undefined replaces nothing. */
export type SettingOverrides = { readonly [Key in keyof SolveSettings]?: SolveSettings[Key] | undefined };

/** ToT samples twice as wide as the search does: w = 10 beside w = 5 in the paper (appendix C). */
const defaultsOf = (preset: SolveSettings, method: MethodName | undefined): Partial<SolveSettings> => (method === "tot" ? { width: 2 * preset.width } : {});

/**
 * A preset with some of its values replaced.
 * @param method where its defaults differ from the preset's, they count; values in `overrides` count for every method.
 * Throws `input.invalid` with the field's name for a value out of range or a contradiction.
 */
export function settingsOf(preset: PresetName, overrides: SettingOverrides = {}, method?: MethodName): SolveSettings {
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const settings: SolveSettings = { ...presets[preset], ...defaultsOf(presets[preset], method), ...given };
  for (const [field, range] of Object.entries(settingRanges)) {
    const value = settings[field as keyof typeof settingRanges];
    if (value !== null) checkRange(field, value, range);
  }
  if (settings.noR1 && settings.noR2) throw new FigtreeError("input.invalid", { field: "noR1 with noR2", message: "A search without both rewards has nothing to go by." });
  return settings;
}

function checkRange(field: string, value: number, { min, max, integer }: Range): void {
  if (value >= min && value <= max && (!integer || Number.isInteger(value))) return;
  throw new FigtreeError("input.invalid", { field, value: String(value), message: `It must be ${integer ? "a whole number" : "a number"} from ${min} to ${max}.` });
}
