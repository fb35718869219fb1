import { readFileSync } from "node:fs";
import path from "node:path";

interface Manifest {
  readonly contributes: { readonly configuration: readonly { readonly properties: Readonly<Record<string, { readonly default: unknown }>> }[] };
}

const manifest = JSON.parse(readFileSync(path.join(__dirname, "../../../package.json"), "utf8")) as Manifest;

/** Every setting's default of package.json, without the prefix `figtree.`. */
export const settingDefaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties).map(([key, setting]) => [key.replace(/^figtree\./, ""), setting.default])),
);
