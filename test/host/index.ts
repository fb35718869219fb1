import { readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

interface TestResult {
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly error?: string;
}

const results: TestResult[] = [];

function record(runner: Mocha.Runner): void {
  runner.on("pass", (test) => results.push({ title: test.fullTitle(), state: "passed" }));
  runner.on("pending", (test) => results.push({ title: test.fullTitle(), state: "skipped" }));
  runner.on("fail", (test, error: Error) => results.push({ title: test.fullTitle(), state: "failed", error: error.stack ?? String(error) }));
}

/** The report appears whole or not at all, because the other side watches for it. */
function writeReport(file: string): void {
  const count = (state: TestResult["state"]): number => results.filter((result) => result.state === state).length;
  writeFileSync(`${file}.part`, JSON.stringify({ passed: count("passed"), failed: count("failed"), skipped: count("skipped"), tests: results }));
  renameSync(`${file}.part`, file);
}

/** Entry point that VS Code calls inside its extension host. */
export async function run(): Promise<void> {
  const report = process.env["FIGTREE_TEST_REPORT"];
  if (report === undefined) throw new Error("FIGTREE_TEST_REPORT names no file.");
  try {
    const mocha = new Mocha({ ui: "bdd", timeout: 120_000 });
    const only = process.env["FIGTREE_TEST_ONLY"] ?? "";
    // In the order of their names: activation comes first, and sees what nothing has used yet.
    for (const file of readdirSync(__dirname).sort()) if (file.endsWith(".test.js") && file.includes(only)) mocha.addFile(path.join(__dirname, file));
    await mocha.loadFilesAsync();
    await new Promise<void>((resolve) => record(mocha.run(() => resolve())));
  } catch (error) {
    results.push({ title: "the test files load", state: "failed", error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    writeReport(report);
  }
}
