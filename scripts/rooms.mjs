/**
 * The one table of rooms: what each may import. It feeds the TypeScript projects
 * (scripts/write-projects.mjs), the ESLint rules and a unit test that compares the three.
 */
const core = ["core/search", "core/ports", "core/trace", "core/prompts", "core/answers", "core/exemplars", "core/solve"];
const adapters = ["adapters/http", "adapters/openai", "adapters/embedded", "adapters/images", "adapters/hub", "adapters/library", "adapters/embedders", "adapters/transfer", "adapters/server", "adapters/storage", "adapters/system"];

/** @typedef {{ may: string[], platform: "pure" | "node" | "browser" | "vscode" }} Room */

/** @type {Record<string, Room>} */
export const rooms = {
  "core/search": { may: [], platform: "pure" },
  "core/ports": { may: [], platform: "pure" },
  "core/answers": { may: [], platform: "pure" },
  "core/trace": { may: ["core/ports"], platform: "pure" },
  "core/prompts": { may: ["core/ports", "core/answers"], platform: "pure" },
  "core/exemplars": { may: ["core/search", "core/ports", "core/trace", "core/prompts", "core/answers"], platform: "pure" },
  "core/solve": { may: core.filter((room) => room !== "core/solve"), platform: "pure" },
  "adapters/http": { may: ["core/ports"], platform: "node" },
  "adapters/openai": { may: ["core/ports", "adapters/http"], platform: "node" },
  "adapters/embedded": { may: ["core/ports"], platform: "node" },
  "adapters/hub": { may: ["core/ports"], platform: "node" },
  "adapters/library": { may: ["core/ports", "adapters/system"], platform: "node" },
  "adapters/embedders": { may: ["core/ports", "adapters/http", "adapters/system"], platform: "node" },
  "adapters/transfer": { may: ["core/ports", "core/prompts", "adapters/system"], platform: "node" },
  "adapters/images": { may: ["core/ports"], platform: "node" },
  "adapters/storage": { may: ["core/ports", "core/trace"], platform: "node" },
  "adapters/system": { may: ["core/ports"], platform: "node" },
  "adapters/server": { may: ["core/ports"], platform: "node" },
  protocol: { may: ["core/ports", "core/trace"], platform: "pure" },
  bench: { may: core, platform: "node" },
  host: { may: [...core, ...adapters, "protocol", "bench"], platform: "vscode" },
  cli: { may: [...core, ...adapters, "protocol", "bench"], platform: "node" },
  webview: { may: ["core/ports", "core/trace", "protocol"], platform: "browser" },
};

/** Folder of a room, relative to the repository root. */
export const folderOf = (room) => (room === "webview" ? "webview" : `src/${room}`);
