import { FigtreeError } from "../core/ports";
import { presets, selections, settingsOf, type MethodName, type MethodSpec, type PresetName, type SettingOverrides, type SolveSettings } from "../core/solve";
import { joinSettings, methodOption } from "./method";

/** What commander hands over for `figtree solve`: texts and flags, nothing checked yet. */
export interface SolveOptions {
  readonly question?: string;
  readonly choice?: readonly string[];
  readonly endpoint?: string;
  readonly model?: string;
  readonly apiKeyEnv?: string;
  /** False: nothing is found out about the endpoint beforehand. */
  readonly probe?: boolean;
  readonly embedded?: string | true;
  readonly method?: string;
  readonly preset?: string;
  readonly iterations?: string;
  readonly width?: string;
  readonly depth?: string;
  readonly exploration?: string;
  readonly select?: string;
  readonly votes?: string;
  readonly gamma?: string;
  readonly samples?: string;
  readonly rewardKind?: string;
  readonly checkArithmetic?: boolean;
  readonly gate?: boolean;
  readonly gateReward?: string;
  readonly unvisited?: string;
  readonly temperature?: string;
  readonly topP?: string;
  readonly seed?: string;
  readonly maxTokensPerStep?: string;
  readonly inFlight?: string;
  readonly timeout?: string;
  readonly maxCalls?: string;
  readonly maxTokens?: string;
  readonly maxSeconds?: string;
  readonly forceFinal?: boolean;
  readonly skipExhausted?: boolean;
  readonly earlyStop?: boolean;
  readonly withoutR1?: boolean;
  readonly withoutR2?: boolean;
  readonly withoutPrm?: boolean;
  readonly textOnlyGeneration?: boolean;
  readonly textOnlyR1?: boolean;
  readonly textOnlyR2?: boolean;
  readonly trace?: string;
  readonly json?: boolean;
}

/** Throws `input.invalid` that names the option. */
export function oneOf<Name extends string>(field: string, value: string, names: readonly Name[]): Name {
  const known = names.find((name) => name === value);
  if (known === undefined) throw new FigtreeError("input.invalid", { field, value, message: `It must be one of ${names.join(", ")}.` });
  return known;
}

/** A number as typed, or undefined where the option was left out. */
export function numberOption(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new FigtreeError("input.invalid", { field, value: text, message: "It must be a number." });
  return value;
}

export function wholeNumberOption(field: string, text: string | undefined, min: number, max: number): number | undefined {
  const value = numberOption(field, text);
  if (value !== undefined && (!Number.isInteger(value) || value < min || value > max)) throw new FigtreeError("input.invalid", { field, value: String(value), message: `It must be a whole number from ${min} to ${max}.` });
  return value;
}

/** Options are lettered A to Z, and an answer must tell them apart. */
function checkChoices(choices: readonly string[]): void {
  const wrong = (message: string): FigtreeError => new FigtreeError("input.invalid", { field: "--choice", message });
  if (choices.length > 26) throw wrong("At most 26 options can be lettered.");
  if (choices.some((choice) => choice.trim() === "")) throw wrong("An option is empty.");
  if (new Set(choices.map((choice) => choice.trim())).size < choices.length) throw wrong("Two options are the same.");
}

export interface ParsedSolve {
  readonly method: MethodName;
  /** As the method names them; null: it does not. */
  readonly exemplars: MethodSpec["exemplars"];
  readonly preset: PresetName;
  readonly settings: SolveSettings;
}

/** Checks all search options. Throws `input.invalid` that names the option. */
export function parseSolveOptions(options: SolveOptions): ParsedSolve {
  checkChoices(options.choice ?? []);
  const { method, select, overrides, exemplars } = methodOption(options.method ?? "vrest");
  const preset = oneOf("--preset", options.preset ?? "balanced", Object.keys(presets) as PresetName[]);
  const number = (field: string, text: string | undefined): number | undefined => numberOption(`--${field}`, text);
  const given: SettingOverrides = {
    iterations: number("iterations", options.iterations),
    width: number("width", options.width),
    depth: number("depth", options.depth),
    exploration: number("exploration", options.exploration),
    select: options.select === undefined ? undefined : oneOf("--select", options.select, selections),
    votes: number("votes", options.votes),
    gamma: number("gamma", options.gamma),
    samples: number("samples", options.samples),
    rewardKind: options.rewardKind === undefined ? undefined : oneOf("--reward-kind", options.rewardKind, ["yes", "ratio"] as const),
    checkArithmetic: options.checkArithmetic,
    gate: options.gate,
    gateReward: number("gate-reward", options.gateReward),
    unvisited: options.unvisited === undefined ? undefined : oneOf("--unvisited", options.unvisited, ["infinity", "floor1"] as const),
    temperature: number("temperature", options.temperature),
    topP: number("top-p", options.topP),
    seed: number("seed", options.seed),
    maxTokensPerStep: number("max-tokens-per-step", options.maxTokensPerStep),
    maxCalls: number("max-calls", options.maxCalls),
    maxTokens: number("max-tokens", options.maxTokens),
    maxSeconds: number("max-seconds", options.maxSeconds),
    forceFinal: options.forceFinal,
    skipExhausted: options.skipExhausted,
    earlyStop: options.earlyStop,
    noR1: options.withoutR1,
    noR2: options.withoutR2,
    noPRM: options.withoutPrm,
    textOnlyGeneration: options.textOnlyGeneration,
    textOnlyUsefulness: options.textOnlyR1,
    textOnlyCorrectness: options.textOnlyR2,
  };
  const settings = settingsOf(preset, joinSettings(given, { ...overrides, ...(select === null ? {} : { select }) }), method);
  return { method, exemplars, preset, settings };
}
