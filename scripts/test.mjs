/** `npm test`: installs what is missing, then every kind of check; ends with one line that sums them up. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureModules, runNpm } from "./modules.mjs";
import { Explained, main } from "./process.mjs";

/** Checks say only yes or no; tests count. `script` is a script of package.json. */
const checks = ["types", "lint", "unused", "build"];
const tests = ["unit", "browser", "host", "vscode"];

await main(async () => {
  await ensureModules();
  const folder = mkdtempSync(path.join(os.tmpdir(), "figtree-counts-"));
  const failedSteps = [];
  const lines = [];
  const total = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const script of checks) {
      console.log(`\n=== ${script}`);
      if ((await runNpm("run", "--silent", script)) === 0) continue;
      failedSteps.push(script);
      if (script === "types" || script === "build") throw new Explained(`${script} failed; no test was run.\n0 passed, 1 failed, 0 skipped`);
    }
    for (const kind of tests) {
      console.log(`\n=== ${kind} tests`);
      const file = path.join(folder, `${kind}.jsonl`);
      process.env.FIGTREE_TEST_COUNTS = file;
      const code = await runNpm("run", "--silent", `test:${kind}`);
      const counts = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
      const sum = (key) => counts.reduce((all, one) => all + one[key], 0);
      const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
      // A kind that ends badly without counting a failure (it did not start, or did not end) is a failure itself.
      const broken = (code !== 0 && failed === 0) || passed === 0 ? 1 : 0;
      if (code !== 0 || broken) failedSteps.push(`test:${kind}`);
      total.passed += passed;
      total.failed += failed + broken;
      total.skipped += skipped;
      lines.push(`${kind}: ${passed} passed, ${failed + broken} failed, ${skipped} skipped`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const brokenChecks = failedSteps.filter((step) => checks.includes(step));
  console.log(`\nchecks: ${checks.map((check) => `${check} ${brokenChecks.includes(check) ? "FAILED" : "ok"}`).join(", ")}`);
  for (const line of lines) console.log(line);
  console.log(`${total.passed} passed, ${total.failed + brokenChecks.length} failed, ${total.skipped} skipped`);
  return failedSteps.length === 0 ? 0 : 1;
});
