import tseslint from "typescript-eslint";
import { rooms, folderOf } from "./scripts/rooms.mjs";

/** What a room may not import: every other room's inside, rooms outside its row, and platforms that are not its own. */
function restrictionsOf(room) {
  const { may, platform } = rooms[room];
  const others = Object.keys(rooms).filter((other) => other !== room);
  const patterns = [
    ...others.filter((other) => !may.includes(other)).map((other) => ({ regex: `^\\.\\.?/.*(^|/)${other}(/|$)`, message: `The room ${room} may not import ${other}.` })),
    ...others.map((other) => ({ regex: `^\\.\\.?/(.*/)?${other}/.+`, message: `Import the room ${other} through its index.` })),
  ];
  if (platform !== "vscode") patterns.push({ regex: "^vscode$", message: "Only the host knows VS Code." });
  if (platform === "pure" || platform === "browser") patterns.push({ regex: "^node:", message: `The room ${room} is free of Node.` });
  return ["error", { patterns }];
}

export default tseslint.config(
  { ignores: ["dist/**", ".tsbuild/**", "node_modules/**", "media/**", ".screenshots/**"] },
  ...tseslint.configs.strict,
  {
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  ...Object.keys(rooms).map((room) => ({
    files: [`${folderOf(room)}/**/*.{ts,tsx}`],
    rules: { "no-restricted-imports": restrictionsOf(room), ...(rooms[room].platform === "pure" ? { "no-restricted-globals": ["error", "Date", "setTimeout", "fetch"], "no-restricted-properties": ["error", { object: "Math", property: "random", message: "Randomness is seeded and injected." }] } : {}) },
  })),
  { files: ["scripts/**", "test/**", "*.mjs", "*.mts"], rules: { "no-console": "off" } },
  { files: ["test/unit/**"], rules: { "no-restricted-imports": ["error", { paths: [{ name: "fast-check", message: "Import it from test/fixtures/properties, which fixes its seed." }] }] } },
);
