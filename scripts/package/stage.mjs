/** Puts the content of a package into a folder. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundles } from "../bundles.mjs";
import { root } from "../process.mjs";
import { copyModules, filesBelow } from "./modules.mjs";
import { noticesOf, packagesWithin } from "./notices.mjs";
import { filesBundled, ownerOf } from "./trace.mjs";

/** Builds the bundles and gives a function that stages one target; `cache` keeps what was fetched for several. */
export async function stager(cache) {
  const outdir = mkdtempSync(path.join(cache, "dist-"));
  const built = await Promise.all(bundles({ production: true, outdir, terminal: false }).map((options) => build({ absWorkingDir: root, ...options })));
  const bundled = new Set(built.flatMap(({ metafile }) => filesBundled(metafile)).map(ownerOf));

  return async (target, folder) => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const file of ["LICENSE", "CHANGELOG.md", "l10n", ...readdirSync(root).filter((name) => /^package\.nls.*\.json$/.test(name))]) cpSync(path.join(root, file), path.join(folder, file), { recursive: true });
    cpSync(path.join(root, "media"), path.join(folder, "media"), { recursive: true, filter: (file) => !/sample-model-training|\.md$/.test(path.relative(root, file)) });
    writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifestOf(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"))), null, 2)}\n`);
    writeFileSync(path.join(folder, "README.md"), readable(readFileSync(path.join(root, "README.md"), "utf8")));
    cpSync(outdir, path.join(folder, "dist"), { recursive: true });

    // Beside the bundles, where they look first: vsce passes over a node_modules at the top unless npm approves of all of it.
    const owners = await copyModules(target, path.join(folder, "dist"), cache);
    const within = filesBelow(path.join(folder, "dist", "node_modules")).filter((file) => file.endsWith(".cjs")).flatMap((file) => packagesWithin(path.join(folder, "dist", "node_modules", file)));
    writeFileSync(path.join(folder, "THIRD-PARTY-NOTICES.txt"), noticesOf([...[...bundled].map((owner) => path.join(root, owner)), ...owners.values(), ...within]));
    return filesBelow(folder);
  };
}

/** What concerns those alone who build it. */
const forDevelopment = new Set(["scripts", "dependencies", "devDependencies", "overrides", "bin", "private"]);
const manifestOf = (manifest) => Object.fromEntries(Object.entries(manifest).filter(([name]) => !forDevelopment.has(name)));

/** The README without pictures and pages of the repository, to which a package has no way. */
const readable = (text) => text.replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, "").replace(/\[([^\]]*)\]\((?!https:)[^)]*\)/g, "$1");
