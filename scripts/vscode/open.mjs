/** `npm run vscode`: opens the extension in a desktop VS Code, or in the VS Code server with a printed address. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureModules } from "../modules.mjs";
import { commandExists, main, root, runQuiet, runShown } from "../process.mjs";
import { startServer } from "./server.mjs";

await main(async () => {
  await ensureModules();
  runQuiet(process.execPath, ["esbuild.config.mjs"]);
  const workspace = mkdtempSync(path.join(os.tmpdir(), "figtree-figures-"));
  cpSync(path.join(root, "media", "samples"), workspace, { recursive: true });
  const desktop = process.env.VSCODE_EXECUTABLE || (commandExists("code") && process.env.FIGTREE_VSCODE !== "server" ? "code" : undefined);
  if (desktop !== undefined) {
    console.log(`Opening ${desktop} with the extension and the sample figures in ${workspace}`);
    return runShown(desktop, ["--wait", "--new-window", `--extensionDevelopmentPath=${root}`, workspace]);
  }
  process.once("exit", () => rmSync(workspace, { recursive: true, force: true }));
  const server = await startServer({ workspace });
  console.log(`\nOpen this address in a browser on this machine:\n\n  ${server.url()}\n\nRight-click a figure in the explorer and choose "Solve Diagram". Ctrl+C ends it.`);
  return new Promise(() => undefined);
});
