import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { figtreeHome } from "../../../src/adapters/system";
import { startHubServer, type HubServer } from "../../fixtures/hub-server";
import { sampleModelFolder } from "../../fixtures/sample-model";

const root = path.join(import.meta.dirname, "..", "..", "..");
const figure = path.join(root, "media/samples/003-triangle.png");
const id = "figtree/sample-model";
let folder: string;
let hub: HubServer;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "figtree-models-"));
  hub = await startHubServer(id, sampleModelFolder);
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program; with `until`, Ctrl+C is sent once that holds. */
function figtree(args: readonly string[], until?: () => boolean): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, "dist/cli.js"), ...args], { cwd: folder, env: { ...process.env, FIGTREE_HOME: path.join(folder, "home"), HUB_TOKEN: "secret" } });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const timer = setInterval(() => {
      if (until?.() !== true) return;
      clearInterval(timer);
      child.kill("SIGINT");
    }, 50);
    child.on("close", (code) => {
      clearInterval(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** Size of the part of a file that has arrived so far. */
function partBytes(): number {
  const home = path.join(folder, "home");
  const part = existsSync(home) ? readdirSync(home, { recursive: true, encoding: "utf8" }).find((name) => name.includes("decoder_model_merged") && name.endsWith(".part")) : undefined;
  return part === undefined ? 0 : statSync(path.join(home, part)).size;
}

test("a model is asked for by name, stopped, gone on with, used, listed and removed", async () => {
  const before = await figtree(["solve", figure, "-q", "Find the unknown angle.", "--embedded", id, "--method", "qa"]);
  expect(before).toMatchObject({ code: 3, stderr: `The model ${id} is not installed. Nothing is downloaded without being asked for. Install it first: figtree models install ${id}\n` });
  expect(hub.requests).toHaveLength(0);

  hub.faults = [{ kind: "hang", file: "onnx/decoder_model_merged.onnx", after: 1_000_000 }];
  const stopped = await figtree(["models", "install", id, "--hub", hub.host], () => partBytes() >= 1_000_000);
  expect(stopped).toMatchObject({ code: 4, stdout: "" });
  expect(stopped.stderr).toContain("goes on from there");
  hub.faults = [];
  const installed = await figtree(["models", "install", id, "--hub", hub.host, "--token-env", "HUB_TOKEN"]);
  expect(installed).toMatchObject({ code: 0, stdout: `Installed ${id} (10 MB). Use it with: figtree solve IMAGE --embedded ${id}\n` });
  expect(installed.stderr).toMatch(/^100 %, 10 MB of 10 MB/m);
  expect(hub.ranges.some((range) => range.startsWith("onnx/decoder_model_merged.onnx bytes="))).toBe(true);
  expect(hub.requests.at(-1)!.headers.authorization).toBe("Bearer secret");

  const listed = JSON.parse((await figtree(["models", "list", "--json"])).stdout) as { installed: { id: string; dtype: object }[]; suggested: { id: string; tried: boolean }[] };
  expect(listed.installed).toEqual([expect.objectContaining({ id, revision: hub.commit, dtype: { vision_encoder: "fp32", embed_tokens: "fp32", decoder_model_merged: "fp32" } })]);
  expect(listed.suggested[0]).toMatchObject({ id: "HuggingFaceTB/SmolVLM-256M-Instruct", tried: false });
  expect((await figtree(["models", "list"])).stdout).toMatch(/Installed:\n {2}figtree\/sample-model {2}fp32, 10 MB[^]*SmolVLM-256M-Instruct \(\*\)/);

  const solved = await figtree(["solve", figure, "-q", "Find the unknown angle.", "--embedded", id, "--method", "cot", "--json"]);
  expect(solved.code).toBe(0);
  expect(JSON.parse(solved.stdout)).toMatchObject({ answer: "20", model: { name: id, place: "embedded", sample: false } });

  // A folder of that name wins over the installed model.
  mkdirSync(path.join(folder, "figtree"));
  cpSync(path.join(sampleModelFolder, "config.json"), path.join(folder, id, "config.json"));
  const local = await figtree(["solve", figure, "-q", "x", "--embedded", id, "--method", "qa"]);
  expect(local.stdout + local.stderr).toContain(`There is no model in ${path.join(folder, id)}`);
  rmSync(path.join(folder, "figtree"), { recursive: true });

  expect(await figtree(["models", "remove", id])).toMatchObject({ code: 0, stdout: `Removed ${id}.\n` });
  expect(await figtree(["models", "remove", id])).toMatchObject({ code: 0, stdout: `${id} was not installed.\n` });
});

test("what goes wrong is said in a sentence with an exit code", async () => {
  const missing = await figtree(["models", "install", "figtree/none", "--hub", hub.host]);
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain("has no model figtree/none.");
  const json = await figtree(["models", "install", "figtree/none", "--hub", hub.host, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: "hub.notFound" } });
  expect(await figtree(["models", "install", "none", "--hub", hub.host])).toMatchObject({ code: 2 });
  expect((await figtree(["models", "install", id, "--hub", hub.host, "--dtype", "q3"])).stderr).toContain("q4f16");
  expect((await figtree(["models", "install", id, "--token-env", "NO_SUCH_VARIABLE"])).stderr).toContain("NO_SUCH_VARIABLE");
});

test("the place for models: a variable, or the system's folder for caches", () => {
  expect(figtreeHome({ FIGTREE_HOME: "/somewhere" }, "linux")).toBe(path.resolve("/somewhere"));
  expect(figtreeHome({ XDG_CACHE_HOME: "/caches" }, "linux")).toBe(path.join("/caches", "figtree"));
  expect(figtreeHome({ FIGTREE_HOME: "" }, "linux")).toBe(path.join(homedir(), ".cache", "figtree"));
  expect(figtreeHome({}, "darwin")).toBe(path.join(homedir(), "Library", "Caches", "figtree"));
  expect(figtreeHome({ LOCALAPPDATA: "/local" }, "win32")).toBe(path.join("/local", "figtree"));
});
