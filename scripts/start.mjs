/**
 * `npm start`: installs what is missing, builds, and solves a figure in the terminal.
 * Without arguments it takes a bundled held-out figure; arguments go to `figtree solve`.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { ensureModules } from "./modules.mjs";
import { main, root, runShown } from "./process.mjs";

const figure = "media/samples/003-triangle.png";
const sample = [figure, "--question", "Find the unknown angle."];

await main(async () => {
  await ensureModules();
  if ((await runShown(process.execPath, ["esbuild.config.mjs"])) !== 0) return 1;
  const given = process.argv.slice(2);
  const trace = path.join(root, "out", `${path.parse(given[0] ?? figure).name}.figtree.json`);
  mkdirSync(path.dirname(trace), { recursive: true });
  const args = given.length > 0 ? given : sample;
  if (given.length === 0) console.log(`Solving ${figure}: "${sample[2]}" (labelled 65, 95 and a question mark)\n`);
  const saved = given.includes("--trace") ? [] : ["--trace", trace];
  const code = await runShown(process.execPath, ["dist/cli.js", "solve", ...args, ...saved]);
  if (code !== 0 && code !== 4) return code;
  if (saved.length > 0) console.log(`\nThe search tree: ${path.relative(process.cwd(), trace)}`);
  console.log("In VS Code: npm run vscode, then open that file, or right-click an image in the explorer and choose Solve Diagram.");
  console.log("Another figure: npm start -- FIGURE --question TEXT [--endpoint URL --model NAME]");
  return code;
});
