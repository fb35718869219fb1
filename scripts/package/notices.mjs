/** The licences of what is shipped. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../process.mjs";

/** A file of a package that has to go wherever the package goes. */
export const isNotice = (file) => /^(licen[cs]e|copying|notice)|third.?party/i.test(file);

/** A text that many packages leave out; it is the same for all of them but for the owner's name. */
const mit = (owner) => `Copyright (c) ${owner}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The packages that a shipped bundle of somebody else's says it holds, as far as they are installed. */
export function packagesWithin(file) {
  const names = [...readFileSync(file, "utf8").matchAll(/^\/\/ \S*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)].map(([, name]) => name);
  return [...new Set(names)].map((name) => path.join(root, "node_modules", name)).filter((folder) => existsSync(path.join(folder, "package.json")));
}

/** One text with the licence of each package, given as folders; packages of one name and version are told once. */
export function noticesOf(folders) {
  const packages = new Map();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    packages.set(`${manifest.name} ${manifest.version}`, { folder, manifest });
  }
  /** Where a text stands that a package of the same licence leaves out. */
  const told = new Map([...packages.values()].filter(({ folder }) => textsIn(folder).length > 0).map(({ manifest }) => [licenceOf(manifest), manifest.name]));
  const sections = [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([title, { folder, manifest }]) => {
    const texts = textsIn(folder);
    const others = noticesIn(folder).filter(isOfOthers).map((file) => `What it holds of others is listed in its file ${file}.`);
    return [`${title}\nLicence: ${licenceOf(manifest)}\nSource: ${sourceOf(manifest)}`, ...(texts.length > 0 ? texts : [withoutText(manifest, told)]), ...others].join("\n\n");
  });
  return `Figtree is distributed with the packages below.\n\n${sections.map((section) => `${"=".repeat(79)}\n${section}\n`).join("\n")}`;
}

const licenceOf = ({ license, licenses }) => license?.type ?? license ?? licenses?.map(({ type }) => type).join(" or ") ?? "see its source";
const sourceOf = ({ repository, homepage, name }) => (repository?.url ?? repository ?? homepage ?? `the npm package ${name}`).replace(/^git\+/, "");


const isOfOthers = (file) => /third.?party/i.test(file);
const noticesIn = (folder) => readdirSync(folder).filter(isNotice);
const textsIn = (folder) => noticesIn(folder).filter((file) => !isOfOthers(file)).map((file) => readFileSync(path.join(folder, file), "utf8").trim());

function withoutText(manifest, told) {
  const { author, name } = manifest;
  const licence = licenceOf(manifest);
  if (licence === "MIT") return mit(author?.name ?? author ?? `the authors of ${name}`);
  return told.has(licence) ? `The text of this licence stands under ${told.get(licence)}.` : `The package brings no text of its licence: https://spdx.org/licenses/${licence}.html has it.`;
}
