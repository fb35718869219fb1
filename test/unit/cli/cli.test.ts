import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseTrace } from "../../../src/adapters/storage";
import { startScriptedServer, type Exchange } from "../../fixtures/scripted-server";

const root = path.join(import.meta.dirname, "..", "..", "..");
const figure = path.join(root, "media/samples/003-triangle.png");
const ask = ["solve", figure, "--question", "Find the unknown angle."];

const folderWithoutModel = path.join(root, "docs");

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), "figtree-cli-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the built program as a person would, in a folder that is not its own. */
function figtree(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path.join(root, "dist/cli.js"), ...args], { cwd: folder, env: { ...process.env, WRONG_KEY: "no-such-key", FIGTREE_HOME: path.join(folder, "home") } }, (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }));
  });
}

describe("figtree solve with the sample model", () => {
  test("--json prints the documented object; --trace writes every node", async () => {
    const trace = path.join(folder, "triangle.figtree.json");
    const { code, stdout } = await figtree(...ask, "--json", "--trace", trace);
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as Record<string, never> & { traces: { steps: object[] }[]; usage: object; confidence: object };
    expect(Object.keys(result)).toEqual(expect.arrayContaining(["answer", "confidence", "method", "settings", "traces", "usage", "partial", "warnings"]));
    expect(result).toMatchObject({ answer: "20", method: "vrest", partial: false, confidence: { source: "logprobs" } });
    expect(Object.keys(result.traces[0]!.steps[0]!)).toEqual(["subQuestion", "answer", "usefulness", "correctness", "reward", "value", "visits"]);
    expect(Object.keys(result.usage)).toEqual(["requests", "samples", "promptTokens", "completionTokens", "seconds"]);
    const saved = parseTrace(await readFile(trace));
    expect(saved.snapshot.best!.answer).toBe("20");
    expect(saved.image!.width).toBeGreaterThan(100);
  });

  test("the same seed gives the same tree, another seed another one", async () => {
    const tree = async (seed: string): Promise<unknown> => (JSON.parse((await figtree("solve", path.join(root, "media/samples/000-grid.png"), "-q", "Find the missing number so that every row has the same sum.", "--preset", "quick", "--seed", seed, "--json")).stdout) as { traces: unknown }).traces;
    const [first, again, other] = [await tree("5"), await tree("5"), await tree("6")];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  test("plain output tells the steps, the answer and where its confidence comes from", async () => {
    const { code, stdout, stderr } = await figtree(...ask, "--preset", "quick");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Answer: 20$/m);
    expect(stdout).toMatch(/log-probabilities/);
    expect(stdout).toMatch(/tiny one that only reads figures like the bundled samples/);
    expect(stderr).toMatch(/^iteration 1: /m);
  });

  test("a cap reached: exit code 4 and the reason", async () => {
    const { code, stdout } = await figtree(...ask, "--max-calls", "9", "--json");
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ partial: true, reason: "budget", error: { code: "budget.calls", sentence: "The limit of 9 requests is reached. What was found until then is kept. Raise --max-calls and solve again." } });
  });

  test("Ctrl+C keeps the best answer so far", async () => {
    const child = spawn(process.execPath, [path.join(root, "dist/cli.js"), ...ask, "--iterations", "1000", "--no-skip-exhausted", "--no-early-stop", "--width", "32", "--temperature", "2"], { cwd: folder });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => void (stdout += String(data)));
    // Once: a second one would end it at once.
    child.stderr.on("data", (data) => {
      const before = stderr;
      stderr += String(data);
      if (!before.includes("best so far") && stderr.includes("best so far")) child.kill("SIGINT");
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(4);
    expect(stdout).toMatch(/Answer: .*\(partial\)/);
    expect(stdout).toMatch(/Stopped before the end/);
  });
});

describe("bad input: one sentence and exit code 2", () => {
  const cases: Record<string, [string[], RegExp]> = {
    "no such file": [["solve", "nowhere.png"], /nowhere\.png was not found/],
    "not a picture": [["solve", path.join(root, "package.json")], /not a picture/],
    "a number out of range": [[...ask, "--depth", "0"], /depth.*from 1 to 32/],
    "not a number": [[...ask, "--width", "many"], /--width.*many.*number/],
    "an unknown method": [[...ask, "--method", "magic"], /--method.*magic.*qa, cot, cot-vote/],
    "a method with exemplars, but no library": [[...ask, "--method", "rcts+cot"], /--method.*--library/],
    "an endpoint without a model": [[...ask, "--endpoint", "http://127.0.0.1:9"], /--model/],
    "a model without an endpoint": [[...ask, "--model", "x"], /--endpoint/],
    "both kinds of model": [[...ask, "--endpoint", "http://127.0.0.1:9", "--model", "x", "--embedded"], /either/],
    "an unset key": [[...ask, "--endpoint", "http://127.0.0.1:9", "--model", "x", "--api-key-env", "NOT_SET_ANYWHERE"], /NOT_SET_ANYWHERE/],
    "a broken address": [[...ask, "--endpoint", "http://", "--model", "x"], /not usable/],
    "a trace into nowhere": [[...ask, "--trace", "/nonexistent/x.figtree.json"], /--trace.*does not exist/],
    "a trace onto a device": [[...ask, "--trace", "/dev/null"], /--trace.*not a regular file/],
    "a trace onto a folder": [[...ask, "--trace", root], /--trace.*is a folder/],
    "two equal options": [[...ask, "--choice", "4", "--choice", "4"], /Two options are the same/],
    "a wrong limit that is not used": [[...ask, "--in-flight", "0"], /--in-flight/],
    "no model in a folder": [[...ask, "--embedded", folderWithoutModel], /no model/],
    "an unknown option": [[...ask, "--bogus"], /unknown option/],
  };
  for (const [name, [args, sentence]] of Object.entries(cases)) {
    test(name, async () => {
      const { code, stdout, stderr } = await figtree(...args);
      expect(code).toBe(2);
      expect(stdout + stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  }
});

describe("an endpoint that fails: one sentence and exit code 3", () => {
  const withServer = async (handle: (exchange: Exchange) => void, ...args: string[]): Promise<Ended & { requests: number }> => {
    const server = await startScriptedServer(handle);
    try {
      return { ...(await figtree(...ask, "--endpoint", server.origin, "--model", "viewer", ...args)), requests: server.requests.filter(({ method }) => method === "POST").length };
    } finally {
      await server.close();
    }
  };
  test("nobody listens", async () => {
    const { code, stderr, stdout } = await figtree(...ask, "--endpoint", "http://127.0.0.1:9", "--model", "viewer");
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(/cannot be reached/);
  });
  test("wrong key", async () => {
    const { code, stdout, stderr } = await withServer((exchange) => exchange.json(401, { error: { message: "Incorrect API key provided", type: "invalid_request_error" } }), "--api-key-env", "WRONG_KEY");
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(/refused the API key/);
    expect(stdout + stderr).not.toContain("no-such-key");
  });
  test("wrong model", async () => {
    const { code, stdout, stderr } = await withServer((exchange) => exchange.json(404, { error: { message: "The model `viewer` does not exist", code: "model_not_found" } }));
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(/no model named viewer/);
  });
  test("a model without eyes", async () => {
    const { code, stdout, stderr, requests } = await withServer((exchange) => exchange.json(500, { error: { message: "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", code: 500 } }));
    expect(code).toBe(3);
    expect(requests).toBe(1);
    expect(stdout + stderr).toMatch(/cannot see pictures/);
  });
  test("a server that never answers", async () => {
    const { code, stdout, stderr } = await withServer(() => undefined, "--timeout", "1");
    expect(code).toBe(3);
    expect(stdout + stderr).toMatch(/did not answer within 1 s/);
  });
});

test("compare: one JSON line with the rule", async () => {
  const { code, stdout } = await figtree("compare", "0.5", "\\frac12");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ same: true });
});

test("preflight: what would be sent", async () => {
  const { code, stdout } = await figtree("preflight", figure, "--json", "--max-pixels", "10000");
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { width: number; height: number };
  expect(report.width * report.height).toBeLessThanOrEqual(10000);
});

test("the bundle can be started as a program of its own", async () => {
  expect((await readFile(path.join(root, "dist/cli.js"), "utf8")).startsWith("#!/usr/bin/env node\n")).toBe(true);
});

test("help and version end well", async () => {
  expect((await figtree("--help")).code).toBe(0);
  expect((await figtree("solve", "--help")).code).toBe(0);
  expect((await figtree("--version")).stdout.trim()).toBe((JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { version: string }).version);
});

describe("output that nobody takes", () => {
  /** Runs the program in a shell, whose words may use the program as `$figtree`. */
  const shell = (words: string): Promise<Ended> =>
    new Promise((resolve) => {
      execFile("bash", ["-c", words, "bash", ...ask], { cwd: folder, env: { ...process.env, figtree: `${process.execPath} ${path.join(root, "dist/cli.js")}` } }, (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }));
    });

  test("a reader that goes away early costs neither the trace nor the exit code", async () => {
    const { code, stderr } = await shell('$figtree "$@" --preset quick --trace early.figtree.json 2>progress > >(true); echo "rc $?" >&2; cat progress >&2');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^rc 0$/m);
    expect(stderr).not.toMatch(/EPIPE/);
    expect(parseTrace(await readFile(path.join(folder, "early.figtree.json"))).snapshot.best!.answer).toBe("20");
  });

  test("progress without a reader does not end the work", async () => {
    expect((await shell('$figtree "$@" --preset quick 2> >(true)')).stdout).toMatch(/^Answer: 20$/m);
  });

  test.runIf(existsSync("/dev/full"))("results that cannot be written are told, with exit code 2", async () => {
    const { code, stderr } = await shell('$figtree compare 1 2 > /dev/full');
    expect({ code, stderr }).toEqual({ code: 2, stderr: "The output could not be written (ENOSPC).\n" });
  });
});
