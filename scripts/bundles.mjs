/** The bundles: what is built, and what stays in node_modules. */

/** Native or huge packages stay in node_modules; `vscode` exists only inside the extension host. */
const native = ["sharp", "@huggingface/transformers", "onnxruntime-node", "@lancedb/lancedb", "apache-arrow"];

const processes = { "embedded-process": "src/adapters/embedded/process.ts", "embedder-process": "src/adapters/embedders/process.ts", bench: "src/bench/index.ts", "bench-report": "src/bench/report/page/bundle.ts" };

/** Options of esbuild for every bundle; `terminal`: with the terminal's program, which no editor needs. */
export function bundles({ production, outdir, terminal }) {
  const shared = { bundle: true, sourcemap: !production, minify: production, metafile: production, logLevel: "warning", legalComments: "linked", outdir };
  const node = { ...shared, platform: "node", target: "node20", format: "cjs" };
  return [
    { ...node, entryPoints: { extension: "src/host/extension.ts" }, external: ["vscode", ...native] },
    { ...node, entryPoints: { ...(terminal ? { cli: "src/cli/main.ts" } : {}), ...processes }, external: native },
    {
      ...shared, platform: "browser", target: "es2022", format: "esm", jsx: "automatic", jsxImportSource: "preact",
      entryPoints: { webview: "webview/main.tsx" }, loader: { ".woff2": "file", ".woff": "empty", ".ttf": "empty" },
    },
  ];
}
