import { retrievalDefaults, retrievalSettingsOf, type RetrievalSettings } from "../exemplars";
import { FigtreeError } from "../ports";
import type { RetrievalMode } from "../trace";
import { methodInfo, type MethodName } from "./registry";
import { presets, settingsOf, type SettingOverrides } from "./settings";

type Fail = (message: string) => FigtreeError;
type Values = Readonly<Record<string, string | number | boolean>>;

/** Those that belong to the run as a whole or stand outside of the brackets. */
const notInBrackets = ["select", "seed", "maxCalls", "maxTokens", "maxSeconds"];

/** `name=value, name, ...`; a name alone is true. */
function readValues(text: string, fail: Fail): Values {
  const values: Record<string, string | number | boolean> = {};
  for (const item of text.split(",").map((each) => each.trim()).filter((each) => each !== "")) {
    const [, name, written] = /^([A-Za-z0-9]+)(?:\s*=\s*(\S+))?$/.exec(item) ?? [];
    if (name === undefined) throw fail(`In brackets there must be settings such as noR1 or iterations=4, not ${item}.`);
    if (Object.hasOwn(values, name)) throw fail(`The setting ${name} is given twice.`);
    values[name] = written === undefined || written === "true" ? true : written === "false" ? false : /^[-+.\de]+$/i.test(written) && Number.isFinite(Number(written)) ? Number(written) : written;
  }
  return values;
}

function checkKind(name: string, value: string | number | boolean, example: unknown, fail: Fail): void {
  const kind = example === null ? "number" : typeof example;
  if (typeof value !== kind) throw fail(kind === "boolean" ? `The setting ${name} is on or off: ${name} or ${name}=false.` : `The setting ${name} needs ${kind === "number" ? "a number" : "a name"}: ${name}=...`);
}

/** What a setting refuses, in words of the spec. */
function checked<Result>(make: () => Result, fail: Fail): Result {
  try {
    return make();
  } catch (thrown) {
    if (!(thrown instanceof FigtreeError)) throw thrown;
    throw fail(`For ${String(thrown.details["field"])}: ${String(thrown.details["message"])}`);
  }
}

const enumerated: Readonly<Record<string, readonly string[]>> = { unvisited: ["infinity", "floor1"], rewardKind: ["yes", "ratio"] };

/** Settings of a method in the order of `methodInfo`. Throws what `fail` makes of a reason. */
export function readMethodSettings(text: string, method: MethodName, fail: Fail): SettingOverrides {
  const values = readValues(text, fail);
  const known = methodInfo[method].settings.filter((name) => !notInBrackets.includes(name));
  for (const [name, value] of Object.entries(values)) {
    if (!known.some((each) => each === name)) throw fail(`The setting ${name} does nothing here. There are ${known.join(", ")}.`);
    checkKind(name, value, presets.paper[name as keyof SettingOverrides], fail);
    if (enumerated[name]?.includes(String(value)) === false) throw fail(`The setting ${name} must be one of ${enumerated[name].join(", ")}.`);
  }
  const overrides = Object.fromEntries(known.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []))) as SettingOverrides;
  checked(() => settingsOf("paper", overrides, method), fail);
  return overrides;
}

/** Settings of a choice of exemplars in the order of their defaults. Throws what `fail` makes of a reason. */
export function readExemplarSettings(text: string, mode: RetrievalMode, fail: Fail): Partial<RetrievalSettings> {
  const values = readValues(text, fail);
  const known = Object.keys(retrievalDefaults).filter((name) => name !== "mode" && name !== "seed");
  for (const [name, value] of Object.entries(values)) {
    if (!known.includes(name) || mode === "none") throw fail(`The setting ${name} does nothing here.${mode === "none" ? "" : ` There are ${known.join(", ")}.`}`);
    checkKind(name, value, retrievalDefaults[name as keyof RetrievalSettings], fail);
  }
  const overrides = Object.fromEntries(known.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []))) as Partial<RetrievalSettings>;
  checked(() => retrievalSettingsOf({ ...overrides, mode }), fail);
  return overrides;
}

/** `[name,name=value]`, or nothing without settings. */
export function writeSettings(values: object): string {
  const items = Object.entries(values).filter(([, value]) => value !== undefined).map(([name, value]) => (value === true ? name : `${name}=${String(value)}`));
  return items.length === 0 ? "" : `[${items.join(",")}]`;
}
