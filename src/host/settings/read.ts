import { normaliseBaseUrl } from "../../adapters/openai";
import { FigtreeError } from "../../core/ports";
import { methodNames, presets, settingsOf, type MethodName, type PresetName, type SettingOverrides, type SolveSettings } from "../../core/solve";
import { otherKeys, solveKeys } from "./keys";
import { numberOf, oneOf, textOf, type Raw } from "./raw";

/** Where the model runs: an OpenAI-compatible endpoint, a model of VS Code, or a model on this machine. */
export type ModelPlace =
  | { readonly kind: "endpoint"; readonly baseUrl: string; readonly origin: string; readonly model: string; readonly inFlight: number; readonly firstByteSeconds: number; readonly totalSeconds: number }
  /** A folder or the name of an installed model; null is the bundled sample. */
  | { readonly kind: "embedded"; readonly model: string | null }
  /** As `VENDOR/ID`; a family or a bare id does too. */
  | { readonly kind: "vscode"; readonly model: string };

const modelSources = ["auto", "endpoint", "embedded", "vscode"] as const;

export interface FigtreeSettings {
  readonly place: ModelPlace;
  /** Address of the hub that models are downloaded from. */
  readonly hubHost: string;
  readonly method: MethodName;
  readonly preset: PresetName;
  /** For `method`. */
  readonly solve: SolveSettings;
  /** What is set apart from the preset; with it another method's settings are `settingsOf(preset, overrides, method)`. */
  readonly overrides: SettingOverrides;
}

function placeOf(raw: Raw): ModelPlace {
  const source = oneOf(raw, otherKeys.source, modelSources);
  const baseUrl = textOf(raw, otherKeys.baseUrl);
  if (source === "vscode") {
    const named = textOf(raw, otherKeys.vscodeModel);
    if (named === "") throw new FigtreeError("input.invalid", { field: `figtree.${otherKeys.vscodeModel}`, message: "A language model of VS Code is to be used, but not which." });
    return { kind: "vscode", model: named };
  }
  if (source === "embedded" || (source === "auto" && baseUrl === "")) {
    const named = textOf(raw, otherKeys.embeddedModel);
    return { kind: "embedded", model: named === "" ? null : named };
  }
  if (baseUrl === "") throw new FigtreeError("input.invalid", { field: `figtree.${otherKeys.baseUrl}`, message: "An endpoint is to be used, but none is set." });
  const model = textOf(raw, otherKeys.model);
  if (model === "") throw new FigtreeError("input.invalid", { field: `figtree.${otherKeys.model}`, message: "An endpoint is set, but not which of its models to use." });
  const normalised = normaliseBaseUrl(baseUrl);
  return {
    kind: "endpoint", baseUrl: normalised, origin: new URL(normalised).origin, model,
    inFlight: numberOf(raw, otherKeys.inFlight, 1, 256), firstByteSeconds: numberOf(raw, otherKeys.firstByteSeconds, 1, 86_400), totalSeconds: numberOf(raw, otherKeys.totalSeconds, 1, 86_400),
  };
}

/** Keys whose type the schema alone can tell; VS Code delivers what is in the file, right or wrong. */
function checkKind(name: string, key: string, value: unknown): void {
  const example = Object.values(presets).map((preset) => preset[name as keyof SolveSettings]).find((each) => each !== null);
  const wanted = example === undefined ? "number" : typeof example;
  if (typeof value !== wanted) throw new FigtreeError("input.invalid", { field: `figtree.${key}`, value: JSON.stringify(value), message: `It must be a ${wanted === "string" ? "text" : wanted}, or null.` });
}

/** Reads and checks all settings; throws `input.invalid` with the setting's full name. */
export function readSettings(raw: Raw): FigtreeSettings {
  const overrides: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(solveKeys)) {
    const value = raw(key);
    if (value === null || value === undefined) continue;
    checkKind(name, key, value);
    overrides[name] = value;
  }
  const method = oneOf(raw, otherKeys.method, methodNames);
  const preset = oneOf(raw, otherKeys.preset, Object.keys(presets) as PresetName[]);
  if (overrides["select"] !== undefined) oneOf(raw, solveKeys.select, ["greedy", "best", "vote", "weighted"]);
  if (overrides["unvisited"] !== undefined) oneOf(raw, solveKeys.unvisited, ["infinity", "floor1"]);
  if (overrides["rewardKind"] !== undefined) oneOf(raw, solveKeys.rewardKind, ["yes", "ratio"]);
  return { place: placeOf(raw), hubHost: textOf(raw, otherKeys.hubHost), method, preset, solve: settingsOf(preset, overrides, method), overrides };
}

/** Loopback ports that are searched for model servers; what is no port is left out. */
export function readPorts(raw: Raw): readonly number[] {
  const value = raw(otherKeys.discoveryPorts);
  const ports = Array.isArray(value) ? value.filter((port): port is number => Number.isInteger(port) && port >= 1 && port <= 65_535) : [];
  return [...new Set(ports)].slice(0, 16);
}
