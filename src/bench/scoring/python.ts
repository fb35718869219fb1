/** Reads a number as Python's `float()` does; null where it would fail. */
export function parsePythonFloat(source: string): number | null {
  const text = source.trim();
  const special = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(text);
  if (special !== null) return special[2] === undefined ? NaN : special[1] === "-" ? -Infinity : Infinity;
  if (!/^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i.test(text)) return null;
  return Number(text.replaceAll("_", ""));
}

/** Writes a number as Python's `str()` of a float: `1.0`, `1e-05`, `1e+16`. */
export function pythonFloatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  const power = Number(exponent);
  if (power < -4 || power >= 16) return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  const text = String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/** Rounds as Python's `round(value, decimals)`: to the nearest, a true tie to the even digit. @param decimals 0 to 20 */
export function pythonRound(value: number, decimals: number): number {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return value;
  // The decimal expansion of a double near a tie fits into a hundred digits.
  const exact = Math.abs(value).toFixed(100);
  const point = exact.indexOf(".");
  const kept = exact.slice(0, decimals === 0 ? point : point + 1 + decimals);
  const tail = exact.slice(point + 1 + decimals);
  const tie = /^50*$/.test(tail);
  const even = Number(kept.at(-1)) % 2 === 0;
  const rounded = tie && even ? Number(kept) : Number(Math.abs(value).toFixed(decimals));
  return value < 0 ? -rounded : rounded;
}
