import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { writeReport, type PageWriter } from "../../bench";
import { FigtreeError, toFigtreeError } from "../../core/ports";
import { exitCode, type Io } from "../io";
import { sentence } from "../result";

export interface BenchReportOptions {
  /** Files' name without its ending; default: `report` in the first folder. */
  readonly out?: string;
  readonly json?: boolean;
}

/** The plotting library is large and lies in a bundle of its own, beside the command line's. */
function pageWriter(): PageWriter {
  const load = createRequire(path.join(__dirname, "cli.js"));
  return (load("./bench-report.js") as { readonly toPage: PageWriter }).toPage;
}

/**
 * `figtree bench report DIR...`: writes report.md, report.json and report.html.
 * @returns exit code: 0 written, 2 bad input
 */
export async function benchReportCommand(folders: readonly string[], options: BenchReportOptions, io: Io): Promise<number> {
  const base = path.resolve(options.out ?? path.join(folders[0]!, "report"));
  try {
    const { markdown, json, html } = await writeReport(folders, pageWriter());
    const files = { markdown: `${base}.md`, json: `${base}.json`, html: `${base}.html` };
    try {
      await mkdir(path.dirname(base), { recursive: true });
      await Promise.all([writeFile(files.markdown, markdown), writeFile(files.json, json), writeFile(files.html, html)]);
    } catch (thrown) {
      throw new FigtreeError("input.invalid", { field: "--out", value: base, message: `It cannot be written (${(thrown as NodeJS.ErrnoException).code ?? "unknown reason"}).` }, { cause: thrown });
    }
    if (options.json === true) io.stdout(`${JSON.stringify(files, null, 2)}\n`);
    else io.stdout(`${Object.values(files).join("\n")}\n`);
    return exitCode.ok;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    if (options.json === true) io.stdout(`${JSON.stringify({ error: { code: error.code, sentence: sentence(error) } }, null, 2)}\n`);
    else io.stderr(`${sentence(error)}\n`);
    return exitCode.badInput;
  }
}
