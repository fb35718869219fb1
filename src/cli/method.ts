import { FigtreeError, toFigtreeError } from "../core/ports";
import { parseSpec, type MethodSpec } from "../core/solve";

/** A method as typed for one solve, e.g. `vrest`, `rcts+vrest:best[noR1]`. Throws `input.invalid` that names the option. */
export function methodOption(text: string): MethodSpec {
  const refuse = (message: string): FigtreeError => new FigtreeError("input.invalid", { field: "--method", value: text, message });
  let spec: MethodSpec;
  try {
    spec = parseSpec(text);
  } catch (thrown) {
    throw refuse(String(toFigtreeError(thrown, "input.invalid").details["message"]));
  }
  if (spec.scale !== null) throw refuse("A solve has no scaling curve: leave out @ and write the number in brackets, e.g. vrest[iterations=4].");
  return spec;
}

/** Options joined with what the method itself says. Throws `input.invalid` for a setting that both give. */
export function joinSettings<Settings extends object>(options: Settings, named: Partial<Settings>): Settings {
  const given = new Map(Object.entries(options));
  for (const name of Object.keys(named)) if (given.get(name) !== undefined) throw new FigtreeError("input.invalid", { field: "--method", message: `The setting ${name} is given twice: with the method and as an option.` });
  return { ...options, ...named };
}
