import { retrievalSettingsOf, type RetrievalSettings } from "../../core/exemplars";
import { FigtreeError } from "../../core/ports";
import { formatExemplars, formatSpec, methodTitles, scaledSetting, settingsOf, writeSettings, type MethodName, type MethodSpec, type PresetName, type ScaleBy, type SettingOverrides, type SolveSettings } from "../../core/solve";

/** One line of the report's tables. */
export interface Row {
  /** The spec of this row alone, as `formatSpec` writes it. */
  readonly id: string;
  readonly method: MethodName;
  /** Of the final selection and of what the row is called; the job's own where they do not differ. */
  readonly settings: SolveSettings;
  /** Place in a scaling curve: `curve` is the id without the value. Null for a row that belongs to none. */
  readonly scale: { readonly by: ScaleBy; readonly value: number; readonly curve: string } | null;
}

/** One solve of each problem, and the rows that are read off it. */
export interface Job {
  readonly id: string;
  readonly method: MethodName;
  /** With `seed` as the run has it; each problem gets one of its own. */
  readonly settings: SolveSettings;
  readonly exemplars: RetrievalSettings | null;
  readonly rows: readonly Row[];
}

/** What changes the final selection alone, so that one search serves all of its values. */
const selectionOnly = ["iterations", "votes", "gamma"] as const satisfies readonly (keyof SettingOverrides)[];

interface Planned {
  readonly job: string;
  readonly spec: MethodSpec;
  readonly row: Row;
}

function planRow(spec: MethodSpec, preset: PresetName, seed: number): Planned {
  const overrides = { ...spec.overrides, ...(spec.scale === null ? {} : { [scaledSetting[spec.scale.by]]: spec.scale.values[0]! }) };
  // A vote that is decided ends a search early, which other selections and shorter searches could not share.
  const settings = settingsOf(preset, { ...overrides, earlyStop: overrides.earlyStop ?? false, seed, ...(spec.select === null ? {} : { select: spec.select }) }, spec.method);
  const scale = spec.scale === null ? null : { by: spec.scale.by, value: spec.scale.values[0]!, curve: formatSpec({ ...spec, scale: null }) };
  const row: Row = { id: formatSpec(spec), method: spec.method, settings, scale };
  if (spec.method !== "vrest") return { spec, row, job: `${formatExemplars(spec.exemplars)}${methodTitles[spec.method]}${writeSettings(overrides)}` };
  const shared = settings.earlyStop ? { ...overrides, select: settings.select } : Object.fromEntries(Object.entries(overrides).filter(([name]) => !(selectionOnly as readonly string[]).includes(name)));
  return { spec, row, job: `${formatExemplars(spec.exemplars)}${methodTitles.vrest}${writeSettings(shared)}` };
}

const asked = ({ method, settings }: Job): number => (method === "cotVote" || method === "bestOfN" ? settings.samples : method === "vrest" || method === "tot" ? settings.width : 1);

/** A vote of the preset's own is named by its selection, so that `vrest` and `vrest:vote` are one row. */
const named = (spec: MethodSpec, preset: PresetName): MethodSpec => (spec.method === "vrest" && spec.select === null ? { ...spec, select: settingsOf(preset).select } : spec);

/**
 * The rows of a run in the order of their specs, and the solves behind them. Rows of VReST that differ in final
 * selection or in K share one search of the largest K; all others have one each. Solves that ask for more replies at
 * once come first, so that others can be served from the first of their replies.
 */
export function planRows(specs: readonly MethodSpec[], preset: PresetName, seed: number): { readonly rows: readonly Row[]; readonly jobs: readonly Job[] } {
  const planned = new Map<string, Planned>();
  for (const each of specs) {
    const spec = named(each, preset);
    for (const scale of spec.scale === null ? [null] : spec.scale.values.map((value) => ({ by: spec.scale!.by, values: [value] }))) {
      const plan = planRow({ ...spec, scale }, preset, seed);
      planned.set(plan.row.id, planned.get(plan.row.id) ?? plan);
    }
  }
  if (planned.size === 0) throw new FigtreeError("input.invalid", { field: "--methods", message: "At least one method is needed." });
  const groups = new Map<string, Planned[]>();
  for (const plan of planned.values()) groups.set(plan.job, [...(groups.get(plan.job) ?? []), plan]);
  const jobs = [...groups].map(([id, members]): Job => {
    const { spec, row } = members[0]!;
    const iterations = Math.max(...members.map((member) => member.row.settings.iterations));
    return {
      id: row.method === "vrest" ? `${id}@${iterations}` : id,
      method: row.method,
      settings: { ...row.settings, iterations },
      exemplars: spec.exemplars === null ? null : retrievalSettingsOf({ ...spec.exemplars.overrides, mode: spec.exemplars.mode, seed }),
      rows: members.map((member) => member.row),
    };
  });
  jobs.sort((a, b) => asked(b) - asked(a) || (a.id < b.id ? -1 : 1));
  return { rows: [...planned.values()].map(({ row }) => row), jobs };
}
