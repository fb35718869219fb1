import { fork, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..", "..");
const { ownTarget, targets } = (await import(/* @vite-ignore */ path.join(root, "scripts/package/targets.mjs"))) as { ownTarget(): string; targets: Record<string, { binaries: readonly string[]; runtime: string | null }> };
const own = ownTarget();
let out: string;

// Away from the repository, so that nothing is found in its node_modules.
beforeAll(() => {
  out = mkdtempSync(path.join(os.tmpdir(), "figtree-stage-"));
  const { status, stderr } = spawnSync(process.execPath, ["scripts/package/package.mjs", "--stage", "--target", own, "--target", "universal", "--out", out], { cwd: root, encoding: "utf8" });
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const filesOf = (target: string): string[] => readdirSync(path.join(out, target), { recursive: true, encoding: "utf8" }).filter((file) => statSync(path.join(out, target, file)).isFile()).map((file) => file.split(path.sep).join("/"));
const nativeCode = /\.(node|dll|dylib|exe|so)$|\.so\.\d/;

/** Everything that a package may hold. */
const allowed = [
  /^(package(\.nls(\.zh-cn)?)?\.json|README\.md|CHANGELOG\.md|LICENSE|THIRD-PARTY-NOTICES\.txt)$/,
  /^l10n\/bundle\.l10n\.[\w-]+\.json$/,
  /^media\/(icon|panel-dark|panel-light)\.svg$/, /^media\/samples\/(\d{3}-\w+\.png|samples\.jsonl)$/, /^media\/starter-library\/(\w+\.jsonl?|images\/[0-9a-f]{64}\.png)$/, /^media\/sample-model\/(\w+\.json|onnx\/\w+\.onnx)$/,
  /^dist\/(extension|embedded-process|embedder-process|bench|bench-report|webview)\.js(\.LEGAL\.txt)?$/, /^dist\/(webview\.css|KaTeX_[\w-]+\.woff2)$/,
  /^dist\/node_modules\/((?!(test|tests|spec|docs|examples)\/)[@\w.-]+\/)+[\w.-]+\.(js|cjs|mjs|json)$/,
  /^dist\/node_modules\/((@[\w.-]+\/)?[\w.-]+\/)+((LICENSE|NOTICE|COPYING)[\w.-]*|[\w.-]*THIRD_PARTY[\w.-]*|ThirdPartyNotices\.txt)$/i,
  /^dist\/node_modules\/@img\/sharp-[\w-]+\/README\.md$/, /^dist\/node_modules\/@lancedb\/lancedb-[\w-]+\/README\.md$/,
];

describe.each([...new Set([own, "universal"])])("the package for %s", (target) => {
  const { binaries, runtime } = targets[target]!;
  const folder = (): string => path.join(out, target);

  test("holds what it needs and nothing else, no binary of another platform", () => {
    const native = filesOf(target).filter((file) => nativeCode.test(file) || file.endsWith(".wasm"));
    const places = [...binaries.map((name) => `dist/node_modules/${name}/`), runtime === null ? "dist/node_modules/onnxruntime-web/dist/" : `dist/node_modules/onnxruntime-node/bin/napi-v6/${runtime}/`];
    expect(native.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
    for (const place of places) expect(native.some((file) => file.startsWith(place)), place).toBe(true);
    if (target === "universal") expect(native.filter((file) => nativeCode.test(file))).toEqual([]);
    const others = filesOf(target).filter((file) => !native.includes(file) && !allowed.some((pattern) => pattern.test(file)));
    expect(others).toEqual([]);
    expect(filesOf(target).filter((file) => /\.d\.[cm]?ts$|\.map$|sample-model-training|cli\.js/.test(file))).toEqual([]);
  });

  test("is of a reasonable size", () => {
    const megabytes = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(path.join(folder(), file)).size, 0) / 1e6;
    expect(megabytes(filesOf(target))).toBeLessThan(target === "universal" ? 50 : 330);
    expect(megabytes(filesOf(target).filter((file) => !nativeCode.test(file) && !/\.wasm$/.test(file)))).toBeLessThan(30);
  });

  test("has a manifest for VS Code alone, of which every file is there", () => {
    const manifest = JSON.parse(readFileSync(path.join(folder(), "package.json"), "utf8")) as Record<string, unknown>;
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(["name", "publisher", "version", "engines", "main", "contributes"]));
    for (const name of ["scripts", "dependencies", "devDependencies", "private", "bin"]) expect(manifest).not.toHaveProperty(name);
    const named: string[] = [];
    JSON.stringify(manifest, (key, value: unknown) => {
      if (typeof value === "string" && (key === "main" || key === "l10n" || /^(media|dist)\//.test(value))) named.push(value);
      return value;
    });
    expect(named).toEqual(expect.arrayContaining(["./dist/extension.js", "media/icon.svg"]));
    expect(filesOf(target)).toEqual(expect.arrayContaining(["package.nls.json", "package.nls.zh-cn.json", "l10n/bundle.l10n.zh-cn.json", "media/starter-library/manifest.json"]));
    expect(named.filter((file) => !existsSync(path.join(folder(), file)))).toEqual([]);
    const readme = readFileSync(path.join(folder(), "README.md"), "utf8");
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });

  test("tells the licences of what is in it", () => {
    const text = readFileSync(path.join(folder(), "THIRD-PARTY-NOTICES.txt"), "utf8");
    const shipped = filesOf(target).filter((file) => /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file)).map((file) => JSON.parse(readFileSync(path.join(folder(), file), "utf8")) as { name: string; version: string });
    for (const { name, version } of shipped) if (name !== "onnxruntime-node" || runtime !== null) expect(text).toContain(`\n${name} ${version}\nLicence: `);
    for (const bundled of ["preact", "katex", "openai", "zod", "@huggingface/jinja", "onnxruntime-web"]) expect(text).toMatch(new RegExp(`^${bundled} \\d`, "m"));
    expect(text).not.toContain("see its source");
  });

  test("finds every module that its bundles load, but for the database where there is none", () => {
    const missing = new Set<string>();
    for (const file of filesOf(target).filter((name) => /^dist\/[\w-]+\.js$/.test(name) && !name.includes("webview"))) {
      const { resolve } = createRequire(path.join(folder(), file));
      for (const [, name] of readFileSync(path.join(folder(), file), "utf8").matchAll(/\b(?:require|import)\("([^"./][^"]*)"\)/g)) {
        if (isBuiltin(name!)) continue;
        try {
          expect(resolve(name!)).toContain(folder());
        } catch {
          missing.add(name!);
        }
      }
    }
    // VS Code gives itself; linkedom looks for a canvas but does without.
    expect([...missing].sort()).toEqual([...(binaries.some((name) => name.startsWith("@lancedb/")) ? [] : ["@lancedb/lancedb"]), "canvas", "vscode"]);
  });

  test("reads pictures and runs a model with what it brings", async () => {
    const script = `import("sharp").then(async ({ default: sharp }) => { const { width } = await sharp(process.argv[1]).metadata(); await import("@lancedb/lancedb").then(() => 1, () => 0).then((database) => console.log(width, database)); });`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script, path.join(folder(), "media/samples/000-grid.png")], { cwd: path.join(folder(), "dist"), encoding: "utf8" });
    expect(stdout.trim(), stderr).toBe(`448 ${binaries.some((name) => name.startsWith("@lancedb/")) ? 1 : 0}`);
    const child = fork(path.join(folder(), "dist", "embedded-process.js"), [], { serialization: "advanced", execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const reply = new Promise((resolve, reject) => child.once("message", resolve).once("exit", (code) => reject(new Error(`It ended with ${String(code)}.`))));
    child.send({ type: "options", options: { folder: path.join(folder(), "media", "sample-model"), prefixReuse: false, cacheBytes: 0 } });
    child.send({ type: "work", id: 1, work: { kind: "load" } });
    expect(await reply).toMatchObject({ type: "reply", id: 1 });
    child.kill();
  });
});

test("a target that does not exist is named with those that do", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/package/package.mjs", "--target", "amiga"], { cwd: root, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("There is no target amiga. Targets: linux-x64, linux-arm64, alpine-x64, darwin-arm64, darwin-x64, win32-x64, win32-arm64, universal, all.");
});
