import { build, context } from "esbuild";

/** Native or huge packages stay in node_modules; `vscode` exists only inside the extension host. */
const native = ["sharp", "@huggingface/transformers", "onnxruntime-node", "@lancedb/lancedb", "apache-arrow"];
const production = process.argv.includes("--production");
const shared = { bundle: true, sourcemap: !production, minify: production, logLevel: "warning", legalComments: "linked" };
const node = { ...shared, platform: "node", target: "node20", format: "cjs" };

const bundles = [
  { ...node, entryPoints: { extension: "src/host/extension.ts" }, outdir: "dist", external: ["vscode", ...native] },
  { ...node, entryPoints: { cli: "src/cli/main.ts", "embedded-process": "src/adapters/embedded/process.ts", "embedder-process": "src/adapters/embedders/process.ts", bench: "src/bench/index.ts", "bench-report": "src/bench/report/page/bundle.ts" }, outdir: "dist", external: native },
  {
    ...shared, platform: "browser", target: "es2022", format: "esm", jsx: "automatic", jsxImportSource: "preact",
    entryPoints: { webview: "webview/main.tsx" }, outdir: "dist", loader: { ".woff2": "file", ".woff": "empty", ".ttf": "empty" },
  },
];

if (process.argv.includes("--watch")) for (const options of bundles) await (await context(options)).watch();
else await Promise.all(bundles.map((options) => build(options)));
