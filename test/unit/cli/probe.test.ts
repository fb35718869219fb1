import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startScriptedServer, type ScriptedServer } from "../../fixtures/scripted-server";
import { server as goodServer, type Animal } from "../../fixtures/zoo/animal";
import { drawFigure } from "../../fixtures/zoo/picture";
import { animals } from "../../fixtures/zoo/run";

const cli = path.join(import.meta.dirname, "..", "..", "..", "dist", "cli.js");
let folder: string;
let figure: string;
let home: string;
let server: ScriptedServer | undefined;
let runs = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "figtree-probe-"));
  figure = path.join(folder, "figure.png");
  await writeFile(figure, (await drawFigure(27)).bytes);
});
beforeEach(() => void (home = path.join(folder, `home-${(runs += 1)}`)));
afterEach(() => server?.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

function figtree(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { cwd: folder, env: { ...process.env, FIGTREE_HOME: home } }, (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }));
  });
}

async function endpoint(handle: Animal["handle"] = goodServer()): Promise<string[]> {
  server = await startScriptedServer(handle);
  return ["--endpoint", server.origin, "--model", "viewer-7b"];
}

const animal = (name: string): Animal => animals.find((each) => each.name === name)!;
const posts = (): number => server!.requests.filter(({ method }) => method === "POST").length;

test("a usable endpoint: a table, exit code 0, and solving needs no further probe", async () => {
  const place = await endpoint();
  const { code, stdout } = await figtree("probe", ...place);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Sees pictures +yes: a picture adds tokens, a drawn number was read back +Solves\.$/m);
  expect(stdout).toMatch(/^Log-probabilities +3 tokens; Yes is spelled "Yes" +Reads P\(Yes\) from one token\.$/m);
  expect(await readdir(path.join(home, "endpoints"))).toHaveLength(1);
  const probed = server!.requests.length;
  const solved = await figtree("solve", figure, "-q", "What is the number in the figure plus 15?", ...place, "--method", "qa", "--json");
  expect(JSON.parse(solved.stdout)).toMatchObject({ answer: "42", usage: { requests: 1 } });
  expect(server!.requests.length - probed).toBe(1);
});

test("--json prints the documented object", async () => {
  const { code, stdout } = await figtree("probe", ...(await endpoint()), "--json");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as Record<string, unknown>;
  expect(Object.keys(report)).toEqual(["usable", "baseUrl", "model", "probedAt", "requests", "vision", "findings", "memory", "table"]);
  expect(report).toMatchObject({ usable: true, baseUrl: `${server!.origin}/v1`, model: "viewer-7b", vision: "sees", findings: { canaryRead: true } });
});

test.each([["picture dropped", /cannot see pictures/], ["key missing", /refused the API key/], ["unknown model", /no model named viewer-7b\. It has other-vl, third-vl/]] as const)("%s: exit code 3, one sentence, nothing kept", async (name, sentence) => {
  const place = await endpoint(animal(name).handle);
  const plain = await figtree("probe", ...place);
  expect(plain.code).toBe(3);
  expect(plain.stderr).toMatch(sentence);
  const { code, stdout } = await figtree("probe", ...place, "--json");
  expect(code).toBe(3);
  expect((JSON.parse(stdout) as { usable: boolean; error: { sentence: string } }).error.sentence).toMatch(sentence);
  await expect(readdir(path.join(home, "endpoints"))).rejects.toThrow();
});

test.each([[["probe"], /--endpoint/], [["probe", "--endpoint", "http://127.0.0.1:9"], /--model/], [["probe", "--endpoint", "ftp://x", "--model", "y"], /not usable/], [["probe", "--endpoint", "http://127.0.0.1:9", "--model", "y", "--api-key-env", "NOT_SET_ANYWHERE"], /NOT_SET_ANYWHERE/]] as const)("%j: exit code 2", async (args, sentence) => {
  const { code, stderr } = await figtree(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});

test("solve probes an unknown endpoint first and stops at a blind one; --no-probe asks nothing beforehand", async () => {
  const place = await endpoint(animal("picture dropped").handle);
  const { code, stdout, stderr } = await figtree("solve", figure, ...place);
  expect(code).toBe(3);
  expect(stdout + stderr).toMatch(/cannot see pictures/);
  const probed = posts();
  const blindly = await figtree("solve", figure, ...place, "--method", "qa", "--no-probe", "--json");
  expect(blindly.code).toBe(0);
  expect(posts() - probed).toBe(1);
});

test("solve with an unsure model warns and marks the confidence", async () => {
  const place = await endpoint(animal("number misread").handle);
  const plain = await figtree("solve", figure, "-q", "What is the number in the figure plus 15?", ...place, "--preset", "quick");
  expect(plain.code).toBe(0);
  expect(plain.stdout).toMatch(/^Answer: 42$/m);
  expect(plain.stdout).toMatch(/It is unsure whether the model sees the figure\.$/m);
  const { stdout } = await figtree("solve", figure, "-q", "What is the number in the figure plus 15?", ...place, "--preset", "quick", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ confidence: { visionUnsure: true }, warnings: [{ code: "visionUnsure" }] });
});
