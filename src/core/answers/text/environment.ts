/** A LaTeX environment cut into rows and cells. */
export interface Environment {
  readonly matrix: boolean;
  readonly rows: readonly (readonly string[])[];
  readonly end: number;
}

/** Reads the environment whose \begin ends at `after`; `undefined` when it is not closed. */
export function environment(text: string, after: number): Environment | undefined {
  const name = /^\s*\{([a-zA-Z]+\*?)\}/.exec(text.slice(after, after + 40));
  if (name === null) return undefined;
  const closing = `\\end{${name[1]!}}`;
  const start = after + name[0].length;
  const close = text.indexOf(closing, start);
  if (close < 0) return undefined;
  const matrix = name[1]!.endsWith("matrix") || name[1] === "array";
  const body = text.slice(start, close).replace(name[1] === "array" ? /^\s*\{[^}]*\}/ : /^(?=a)b/, "");
  const rows = body
    .split("\\\\")
    .filter((row) => row.trim() !== "")
    .map((row) => row.split(matrix ? "&" : /&/).map((cell) => cell.trim()));
  return { matrix, rows, end: close + closing.length };
}
