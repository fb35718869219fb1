/** The platforms that packages are made for, and the native parts that exist for each. */

/**
 * `binaries`: packages that hold the platform's native code. `runtime`: folder of ONNX Runtime's binary; null where
 * its makers give none, so that its WebAssembly build is used. LanceDB has none for Macs with Intel processors.
 */
export const targets = {
  "linux-x64": { binaries: ["@img/sharp-linux-x64", "@img/sharp-libvips-linux-x64", "@lancedb/lancedb-linux-x64-gnu"], runtime: "linux/x64" },
  "linux-arm64": { binaries: ["@img/sharp-linux-arm64", "@img/sharp-libvips-linux-arm64", "@lancedb/lancedb-linux-arm64-gnu"], runtime: "linux/arm64" },
  "alpine-x64": { binaries: ["@img/sharp-linuxmusl-x64", "@img/sharp-libvips-linuxmusl-x64", "@lancedb/lancedb-linux-x64-musl"], runtime: null },
  "darwin-arm64": { binaries: ["@img/sharp-darwin-arm64", "@img/sharp-libvips-darwin-arm64", "@lancedb/lancedb-darwin-arm64"], runtime: "darwin/arm64" },
  "darwin-x64": { binaries: ["@img/sharp-darwin-x64", "@img/sharp-libvips-darwin-x64"], runtime: null },
  "win32-x64": { binaries: ["@img/sharp-win32-x64", "@lancedb/lancedb-win32-x64-msvc"], runtime: "win32/x64" },
  "win32-arm64": { binaries: ["@img/sharp-win32-arm64", "@lancedb/lancedb-win32-arm64-msvc"], runtime: "win32/arm64" },
  /** No native code at all, for every other machine. */
  universal: { binaries: ["@img/sharp-wasm32"], runtime: null },
};

/** The target for the machine that this runs on. */
export function ownTarget() {
  const musl = process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
  const name = `${musl ? "alpine" : process.platform}-${process.arch}`;
  return name in targets ? name : "universal";
}
