import type { TraceSnapshot } from "../../src/core/trace";
import { locale } from "../l10n";

const written = (value: unknown): string => (typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : JSON.stringify(value) ?? "");

/** Method, model and settings of a run, as its file holds them. */
export function RunDetails({ snapshot }: { readonly snapshot: TraceSnapshot }) {
  const { method, model, startedAt, settings } = snapshot;
  const rows: readonly (readonly [string, string])[] = [
    ["method", method], ["model", `${model.name} (${model.place})`], ["started", new Date(startedAt).toLocaleString(locale())],
    ...Object.entries(settings).map(([name, value]) => [name, written(value)] as const),
  ];
  return (
    <table class="run-details">
      <tbody>{rows.map(([name, value]) => <tr key={name}><th scope="row">{name}</th><td>{value}</td></tr>)}</tbody>
    </table>
  );
}
