/** `npm run package [-- --target NAME ...] [--out FOLDER] [--stage]`: installable packages of the extension, one for each platform. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createVSIX } from "@vscode/vsce";
import { ensureModules } from "../modules.mjs";
import { Explained, main, root } from "../process.mjs";
import { stager } from "./stage.mjs";
import { ownTarget, targets } from "./targets.mjs";

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

await main(async () => {
  const { values } = parseArgs({ options: { target: { type: "string", multiple: true }, out: { type: "string", default: "out" }, stage: { type: "boolean", default: false } } });
  const wanted = (values.target ?? [ownTarget()]).flatMap((value) => (value === "all" ? Object.keys(targets) : value.split(",")));
  const unknown = wanted.find((name) => !(name in targets));
  if (unknown !== undefined) throw new Explained(`There is no target ${unknown}. Targets: ${Object.keys(targets).join(", ")}, all.`);
  await ensureModules();
  const out = path.resolve(root, values.out);
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(path.join(os.tmpdir(), "figtree-package-"));
  try {
    const stage = await stager(work);
    for (const target of new Set(wanted)) {
      const folder = values.stage ? path.join(out, target) : path.join(work, target);
      const files = await stage(target, folder);
      if (!values.stage) await pack(target, folder, path.join(out, `figtree-${target}.vsix`));
      console.log(`${target}: ${files.length} files, ${megabytes(files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0))} unpacked`);
      if (!values.stage) rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

async function pack(target, folder, packagePath) {
  writeFileSync(path.join(folder, ".vscodeignore"), "# Everything that was put here belongs to the package.\n");
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false, ...(target === "universal" ? {} : { target }) });
  console.log(`${path.relative(process.cwd(), packagePath)}: ${megabytes(statSync(packagePath).size)}`);
}
