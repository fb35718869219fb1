import { formatSpec, parseSpec, type MethodSpec } from "../../core/solve";
import type { LoadedRow } from "./load";
import type { AblationReport, PairReport } from "./model";
import { exactMcNemar } from "./statistics/mcnemar";

type Rows = ReadonlyMap<string, ReadonlyMap<string, LoadedRow>>;

const isRight = (row: LoadedRow): boolean => row.result.score.ours >= 0.5;

/** Two rows over the problems that both have; `difference` is the first one's accuracy less the second one's. */
export function comparePair(rows: Rows, first: string, second: string): PairReport {
  const others = rows.get(second) ?? new Map<string, LoadedRow>();
  let count = 0;
  let onlyFirst = 0;
  let onlySecond = 0;
  for (const [problem, row] of rows.get(first) ?? []) {
    const other = others.get(problem);
    if (other === undefined) continue;
    count += 1;
    if (isRight(row) && !isRight(other)) onlyFirst += 1;
    if (!isRight(row) && isRight(other)) onlySecond += 1;
  }
  return { first, second, count, onlyFirst, onlySecond, difference: count === 0 ? 0 : (onlyFirst - onlySecond) / count, p: exactMcNemar(onlyFirst, onlySecond) };
}

/** What each row changes, in one respect, of another row of the run: one setting less, other exemplars, another selection. */
function basesOf(spec: MethodSpec): { readonly base: MethodSpec; readonly change: string; readonly kind: AblationReport["kind"] }[] {
  const bases = Object.entries(spec.overrides).map(([name, value]) => ({ base: { ...spec, overrides: Object.fromEntries(Object.entries(spec.overrides).filter(([other]) => other !== name)) }, change: value === true ? name : `${name}=${String(value)}`, kind: "setting" as const }));
  if (spec.exemplars === null) return bases;
  const { mode, overrides } = spec.exemplars;
  const plain = { ...spec, exemplars: { mode, overrides: {} } };
  if (Object.keys(overrides).length > 0) return [...bases, { base: plain, change: Object.entries(overrides).map(([name, value]) => `${name}=${String(value)}`).join(", "), kind: "exemplars" as const }];
  const full = mode === "rcts" ? [] : [{ base: { ...spec, exemplars: { mode: "rcts" as const, overrides: {} } }, change: `${mode} in place of rcts`, kind: "exemplars" as const }];
  return [...bases, { base: { ...spec, exemplars: null }, change: `${mode} exemplars`, kind: "exemplars" as const }, ...full];
}

/** Every row beside those that it differs from in one respect; selections of VReST beside the greedy one (table 4). */
export function ablationsOf(rows: Rows, ids: readonly string[]): AblationReport[] {
  return ids.flatMap((row) => {
    const spec = parseSpec(row);
    const selected = spec.method === "vrest" && spec.select !== null && spec.select !== "greedy" ? [{ base: { ...spec, select: "greedy" as const }, change: `${spec.select} in place of greedy`, kind: "selection" as const }] : [];
    return [...basesOf(spec), ...selected].flatMap(({ base, change, kind }) => {
      const id = formatSpec(base);
      return ids.includes(id) ? [{ row, base: id, change, kind, pair: comparePair(rows, row, id) }] : [];
    });
  });
}
