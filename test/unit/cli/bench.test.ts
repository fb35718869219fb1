import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile, copyFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFakeModel, createWorld } from "../../fixtures/fake-world";
import { startScriptedServer, type Exchange } from "../../fixtures/scripted-server";

const root = path.join(import.meta.dirname, "..", "..", "..");
const samples = path.join(root, "media", "samples");

let folder: string;
let dataset: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "figtree-cli-bench-"));
  dataset = path.join(folder, "set");
  await mkdir(dataset);
  const figures = ["000-grid.png", "002-bars.png", "003-triangle.png"];
  await Promise.all(figures.map((file) => copyFile(path.join(samples, file), path.join(dataset, file))));
  await writeFile(path.join(dataset, "manifest.jsonl"), figures.map((file, index) => JSON.stringify({ file, question: `What is asked in figure ${index}?`, answer: "1", category: "any" })).join("\n"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

function figtree(...args: string[]): Started {
  const child = spawn(process.execPath, [path.join(root, "dist/cli.js"), "bench", ...args], { cwd: folder, env: { ...process.env, FIGTREE_HOME: path.join(folder, "home") } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => void (stdout += String(data)));
  child.stderr.on("data", (data) => void (stderr += String(data)));
  return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr }))) };
}

/** Answers as the fake world does, over HTTP. */
async function answerLikeWorld({ request, json }: Exchange): Promise<void> {
  const body = request.body as { n?: number; logprobs?: boolean; messages: { content: string | { type: string; text?: string }[] }[] };
  const content = body.messages.at(-1)!.content;
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
  const model = createFakeModel(createWorld(Number(/figure (\d)/.exec(text)?.[1] ?? 9)));
  const asked = { messages: [{ role: "user" as const, parts: [{ type: "text" as const, text }] }], seed: 0, signal: new AbortController().signal };
  if (body.logprobs === true) {
    const { yes, no } = await model.probabilityOfYes(asked);
    const top = [{ token: "Yes", logprob: Math.log(yes + 1e-9) }, { token: "No", logprob: Math.log(no + 1e-9) }];
    json(200, { choices: [{ message: { content: "Yes" }, finish_reason: "length", logprobs: { content: [{ ...top[0], top_logprobs: top }] } }], usage: { prompt_tokens: 9, completion_tokens: 1 } });
  } else {
    const { choices } = await model.generate({ ...asked, samples: body.n ?? 1, temperature: 1, topP: 1, maxTokens: 99, stop: [] });
    json(200, { choices: choices.map((choice, index) => ({ index, message: { content: choice.text }, finish_reason: "stop" })), usage: { prompt_tokens: 9, completion_tokens: 5 * choices.length } });
  }
}

const timeless = async (out: string): Promise<unknown> => {
  const [markdown, json, html] = await Promise.all(["md", "json", "html"].map((ending) => readFile(path.join(out, `report.${ending}`), "utf8")));
  return { markdown: markdown!.split("\n## Times\n")[0], json: { ...(JSON.parse(json!) as object), times: null }, html: html!.split("<h2>Times</h2>")[0] };
};

describe("figtree bench over an endpoint", () => {
  test("killed twice with SIGKILL, it repeats no answered request and ends in the same report", async () => {
    let victim: ChildProcess | null = null;
    let killAt: number[] = [];
    const server = await startScriptedServer(async (exchange) => {
      if (exchange.index === killAt[0]) {
        killAt = killAt.slice(1);
        victim!.kill("SIGKILL");
        return;
      }
      await answerLikeWorld(exchange);
    });
    try {
      const run = (out: string): Started => {
        const started = figtree("run", "--dataset", `manifest:${dataset}`, "--methods", "qa,cot,vrest:vote@1,3,vrest:best", "--preset", "quick", "--seed", "5", "--endpoint", server.origin, "--model", "viewer", "--no-probe", "--in-flight", "1", "--out", out);
        victim = started.child;
        return started;
      };
      const answered = async (from: number): Promise<string[]> => (await Promise.all(server.requests.slice(from).map(async (request) => ((await request.closed) ? [] : [request.text])))).flat();

      expect((await run("whole").ended).code).toBe(0);
      const whole = await answered(0);
      expect(new Set(whole).size).toBe(whole.length);
      const before = server.requests.length;
      killAt = [before + 7, before + 30];
      expect((await run("killed").ended).code).toBeNull();
      expect((await run("killed").ended).code).toBeNull();
      expect((await run("killed").ended).code).toBe(0);
      expect((await answered(before)).toSorted()).toEqual(whole.toSorted());

      for (const out of ["whole", "killed"]) expect((await figtree("report", out).ended).code).toBe(0);
      expect(await timeless(path.join(folder, "killed"))).toEqual(await timeless(path.join(folder, "whole")));
    } finally {
      await server.close();
    }
  });

  test("another model or endpoint than the run's is refused in one sentence with both, and asked nothing", async () => {
    const [server, moved] = [await startScriptedServer(answerLikeWorld), await startScriptedServer(answerLikeWorld)];
    try {
      const run = (origin: string, model: string) => figtree("run", "--dataset", `manifest:${dataset}`, "--methods", "qa", "--seed", "5", "--endpoint", origin, "--model", model, "--no-probe", "--out", "claimed").ended;
      expect((await run(server.origin, "viewer")).code).toBe(0);
      const asked = server.requests.length;
      for (const [origin, model] of [[server.origin, "other"], [moved.origin, "viewer"]] as const) {
        const { code, stderr } = await run(origin, model);
        expect(code).toBe(2);
        expect(stderr.replaceAll("/v1", "")).toContain(`It holds a run with another model (viewer at ${server.origin} there, ${model} at ${origin} now): take another folder, or the same settings to go on with it.`);
      }
      expect([server.requests.length, moved.requests.length]).toEqual([asked, 0]);
      expect((await run(server.origin, "viewer")).code).toBe(0);
    } finally {
      await Promise.all([server.close(), moved.close()]);
    }
  });

  test("nobody listens: one sentence and exit code 3; then the same command goes on", async () => {
    const { code, stdout, stderr } = await figtree("run", "--dataset", `manifest:${dataset}`, "--methods", "cot", "--endpoint", "http://127.0.0.1:9", "--model", "viewer", "--no-probe", "--out", "nobody").ended;
    expect(code).toBe(3);
    expect(stdout).toMatch(/cannot be reached.*0 of 3 solves are done.*The same command goes on from there\./s);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test("the sample model over its own figures: two methods, one search for both selections, and a report", async () => {
  const { code, stdout } = await figtree("run", "--dataset", `manifest:${samples}`, "--methods", "cot,vrest:vote,vrest:weighted", "--preset", "quick", "--limit", "3", "--processes", "2", "--out", "sample", "--json").ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ reason: "completed", done: 6, failed: 0, error: null });
  expect(JSON.parse((await figtree("report", "sample", "--out", "out/of/sample", "--json").ended).stdout)).toEqual({ markdown: path.join(folder, "out/of/sample.md"), json: path.join(folder, "out/of/sample.json"), html: path.join(folder, "out/of/sample.html") });
  expect(await readFile(path.join(folder, "out/of/sample.md"), "utf8")).toMatch(/\| vrest:weighted \| 3 \|/);
});

describe("bad input: one sentence and exit code 2", () => {
  const run = (...args: string[]): string[] => ["run", "--dataset", `manifest:${samples}`, "--methods", "cot", "--out", "bad", ...args];
  test.each<[string, string[], RegExp]>([
    ["a data set without a reader", run("--dataset", "nothing:here"), /--dataset.*mathvista/],
    ["no such folder", run("--dataset", "manifest:nowhere"), /nowhere/],
    ["an unknown method", run("--methods", "cot,magic"), /--methods.*magic.*no such method/],
    ["a preset", run("--preset", "slow"), /--preset.*quick, balanced, paper/],
    ["a limit of nothing", run("--limit", "0"), /--limit/],
    ["a judge without a model", run("--judge-endpoint", "http://127.0.0.1:9"), /A judge needs both/],
    ["exemplars without a library", run("--methods", "rag+cot"), /give --library too/],
    ["a library without exemplars", run("--library", "books"), /No method uses exemplars/],
    ["a report of nothing", ["report", "set"], /holds no run/],
  ])("%s", async (_name, args, sentence) => {
    const { code, stdout, stderr } = await figtree(...args).ended;
    expect(stdout + stderr).toMatch(sentence);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
