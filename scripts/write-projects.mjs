/** Writes one tsconfig.json per room from the table in rooms.mjs, and the solution file at the root. */
import { writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rooms, folderOf } from "./rooms.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const lib = { pure: ["ES2023", "WebWorker"], node: ["ES2023", "DOM"], vscode: ["ES2023", "DOM"], browser: ["ES2023", "DOM", "DOM.Iterable"] };
const types = { pure: [], node: ["node"], vscode: ["node", "vscode"], browser: [] };

/** The tsconfig of one room as an object. */
export function projectOf(room) {
  const { may, platform } = rooms[room];
  const folder = folderOf(room);
  const up = path.posix.relative(folder, ".") || ".";
  return {
    extends: `${up}/tsconfig.base.json`,
    compilerOptions: {
      rootDir: up,
      outDir: `${up}/.tsbuild`,
      tsBuildInfoFile: `${up}/.tsbuild/${room.replaceAll("/", "-")}.tsbuildinfo`,
      lib: lib[platform],
      types: types[platform],
      ...(platform === "browser" ? { jsx: "react-jsx", jsxImportSource: "preact" } : {}),
      ...(platform === "vscode" ? {} : { paths: { vscode: [`${up}/scripts/no-vscode.d.ts`] } }),
    },
    include: platform === "browser" ? ["**/*.ts", "**/*.tsx"] : ["**/*.ts"],
    references: may.map((other) => ({ path: path.posix.relative(folder, folderOf(other)) })),
  };
}

export const solution = () => ({
  files: [],
  references: [...Object.keys(rooms).map((room) => ({ path: `./${folderOf(room)}` })), { path: "./test/unit" }, { path: "./test/host" }, { path: "./test/e2e" }],
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = (file, value) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), `${JSON.stringify(value, null, 2)}\n`);
  };
  for (const room of Object.keys(rooms)) write(`${folderOf(room)}/tsconfig.json`, projectOf(room));
  write("tsconfig.json", solution());
}
