import OpenAI from "openai";
import { beforeAll, expect, test } from "vitest";
import { serve, type ServeOptions } from "../../../src/cli/serve";
import { buildProcess } from "../../fixtures/build-process";
import { sampleModelFolder } from "../../fixtures/sample-model";

let processFile: string;
beforeAll(async () => {
  processFile = await buildProcess();
});

function start(extra: Partial<ServeOptions> = {}, env: Record<string, string> = {}) {
  const output = { stdout: "", stderr: "" };
  const controller = new AbortController();
  const stream = (name: "stdout" | "stderr") => ({ write: (text: string) => (output[name] += text) });
  const code = serve({ port: 0, host: "127.0.0.1", folder: sampleModelFolder, sample: true, processFile, ...extra }, { stdout: stream("stdout"), stderr: stream("stderr"), env }, controller.signal);
  return { output, controller, code };
}

test("prints the base URL, serves with the key of the named variable, and ends on the signal", async () => {
  const { output, controller, code } = start({ apiKeyEnv: "LOCAL_KEY" }, { LOCAL_KEY: "secret" });
  await expect.poll(() => output.stdout, { timeout: 60_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
  const client = new OpenAI({ baseURL: output.stdout.trim(), apiKey: "secret", maxRetries: 0 });
  expect((await client.models.list()).data[0]!.id).toBe("sample-model");
  controller.abort();
  expect(await code).toBe(0);
  await expect(client.models.list()).rejects.toThrow(/connection/i);
  expect(output.stderr).not.toContain("secret");
});

test("says in words what is wrong", async () => {
  const remote = start({ host: "0.0.0.0" });
  expect(await remote.code).toBe(2);
  expect(remote.output.stderr).toContain("127.0.0.1");
  const keyless = start({ apiKeyEnv: "MISSING" });
  expect(await keyless.code).toBe(2);
  expect(keyless.output.stderr).toContain("MISSING");
  const gone = start({ folder: `${sampleModelFolder}-gone` });
  expect(await gone.code).toBe(2);
  expect(gone.output.stderr).toContain("sample-model-gone");
  expect(gone.output.stdout).toBe("");
});
