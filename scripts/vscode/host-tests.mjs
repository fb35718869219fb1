/** Runs test/host inside the extension host of a real VS Code: `npm run test:host` (server) or `npm run test:desktop`. */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { Explained, main, root, runQuiet } from "../process.mjs";
import { writeReport } from "../report.mjs";
import { openBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";

// For the whole suite, on a machine with other work too; a test that hangs ends by its own limit.
const limitSeconds = 1800;

async function buildTests() {
  runQuiet(process.execPath, ["esbuild.config.mjs"]);
  const outdir = path.join(root, "dist", "test", "host");
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [path.join(root, "test/host/index.ts"), path.join(root, "test/host/*.test.ts")], outdir, bundle: true, platform: "node", target: "node20", format: "cjs",
    external: ["vscode", "mocha", "sharp", "@huggingface/transformers", "onnxruntime-node", "@lancedb/lancedb", "apache-arrow"], sourcemap: true, logLevel: "warning",
  });
  const provider = path.join(outdir, "figtree-test.lm-provider-0.0.1");
  await build({ entryPoints: [path.join(root, "test/host/lm-provider/extension.ts")], outdir: provider, bundle: true, platform: "node", target: "node20", format: "cjs", external: ["vscode"], logLevel: "warning" });
  cpSync(path.join(root, "test/host/lm-provider/package.json"), path.join(provider, "package.json"));
  return { testsPath: path.join(outdir, "index.js"), provider };
}

/** A folder like a person's: two figures and a note. */
function makeWorkspace() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "figtree-workspace-"));
  cpSync(path.join(root, "media", "samples"), folder, { recursive: true });
  return folder;
}

async function waitForReport(file, stillRuns) {
  for (let waited = 0; waited < limitSeconds * 1000; waited += 200) {
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
    stillRuns();
    await sleep(200);
  }
  throw new Explained(`The host tests wrote no report within ${limitSeconds} s.`);
}

async function inServer({ testsPath, provider }, workspace, reportFile) {
  const server = await startServer({ workspace, extensions: [provider], env: { FIGTREE_TEST_REPORT: reportFile, FIGTREE_TEST_WORKSPACE: workspace } });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const lines = [];
    page.on("console", (message) => lines.push(message.text()));
    if (process.env.FIGTREE_TEST_VERBOSE) page.on("console", (message) => console.log(message.text()));
    await page.goto(server.url(testsPath), { timeout: limitSeconds * 1000 });
    return await waitForReport(reportFile, () => undefined).catch((error) => {
      console.error(lines.slice(-40).join("\n"));
      throw error;
    });
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function inDesktop({ testsPath, provider }, workspace, reportFile) {
  const executable = process.env.VSCODE_EXECUTABLE;
  if (!executable) throw new Explained("Set VSCODE_EXECUTABLE to the executable of a desktop VS Code (1.106 or later), for example /usr/share/code/code.");
  const profile = mkdtempSync(path.join(os.tmpdir(), "figtree-profile-"));
  cpSync(provider, path.join(profile, "extensions", path.basename(provider)), { recursive: true });
  const args = [workspace, `--extensionDevelopmentPath=${root}`, `--extensionTestsPath=${testsPath}`, `--user-data-dir=${profile}`, `--extensions-dir=${path.join(profile, "extensions")}`, "--disable-workspace-trust", "--skip-welcome", "--skip-release-notes", "--disable-updates", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  const child = spawn(executable, args, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, FIGTREE_TEST_REPORT: reportFile, FIGTREE_TEST_WORKSPACE: workspace } });
  let ended;
  child.once("error", (error) => (ended = error.message));
  child.once("exit", (code) => (ended = `it ended with code ${code}`));
  try {
    return await waitForReport(reportFile, () => {
      if (ended !== undefined && !existsSync(reportFile)) throw new Explained(`VS Code wrote no test report: ${ended}.`);
    });
  } finally {
    child.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

await main(async () => {
  const built = await buildTests();
  const workspace = makeWorkspace();
  const reports = mkdtempSync(path.join(os.tmpdir(), "figtree-report-"));
  try {
    const run = process.argv.includes("--desktop") ? inDesktop : inServer;
    const report = await run(built, workspace, path.join(reports, "report.json"));
    for (const { title, state, error } of report.tests) console.log(`${state === "passed" ? "  ok  " : state === "failed" ? "FAILED" : " skip "} ${title}${error === undefined ? "" : `\n${error.replace(/^/gm, "         ")}`}`);
    return writeReport("host", report) ? 0 : 1;
  } finally {
    // The killed VS Code's processes may still be ending.
    for (const folder of [workspace, reports]) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
});
