import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startLoggingProxy, type LoggingProxy } from "../../fixtures/logging-proxy";
import { root, said, workplace, type Workplace } from "./library-harness";

interface Listed {
  readonly exemplars: readonly { readonly context: string | null; readonly passRate: number | null; readonly candidates: readonly { readonly passRate: number | null }[]; readonly image: { readonly sha256: string } }[];
}

let place: Workplace;
let proxy: LoggingProxy;
beforeAll(async () => {
  place = await workplace();
  const server = place.start("serve", "--port", "0");
  const url = (await said(server, "stdout", /\n/)).trim();
  proxy = await startLoggingProxy(url);
  stop = async () => {
    const gone = once(server, "exit");
    server.kill("SIGTERM");
    await gone;
  };
});
let stop: () => Promise<void> = () => Promise.resolve();
afterAll(async () => {
  await proxy.close();
  await stop();
  await place.clean();
});

test("contexts over a server: killed in the middle and run again, it asks nothing about what was finished", async () => {
  const library = path.join(place.folder, "library");
  // Without their steps, so that there is nothing but what the model writes.
  await place.printed(["library", "import", path.join(root, "media/samples"), "--library", library, "--yes", "--no-vectors", "--set", "context=kind"]);
  const build = ["library", "contexts", "--library", library, "--endpoint", proxy.url, "--model", "sample-model", "--contexts", "2", "--verifications", "2", "--in-flight", "2"];
  const twoDone = /^2 of 6 exemplars, \d+ requests, \d+ tokens, .* left$/m;
  const first = place.startUntil(twoDone, ...build);
  const gone = once(first, "exit");
  await said(first, "stderr", twoDone);
  first.kill("SIGKILL");
  await gone;
  const { exemplars } = (await place.printed(["library", "list", "--library", library])) as unknown as Listed;
  expect(exemplars).toHaveLength(6);
  const finished = exemplars.filter(({ candidates }) => candidates.some(({ passRate }) => passRate !== null)).map(({ image }) => image.sha256);
  expect(finished.length).toBeGreaterThanOrEqual(2);
  expect(finished.length).toBeLessThan(6);
  expect(finished.every((sha256) => proxy.pictures.includes(sha256))).toBe(true);

  proxy.pictures.length = 0;
  const second = await place.printed(build);
  expect(second).toMatchObject({ done: 6 - finished.length, failed: [], alreadyDone: finished.length, reason: "completed", exemplars: 6 });
  const asked = new Set(proxy.pictures);
  expect(exemplars.filter(({ image }) => asked.has(image.sha256)).map(({ image }) => image.sha256).sort()).toEqual(exemplars.map(({ image }) => image.sha256).filter((sha256) => !finished.includes(sha256)).sort());

  proxy.pictures.length = 0;
  expect(await place.printed([...build, "--force", "--subject", "grid"])).toMatchObject({ done: 1 });
  expect(await place.printed([...build, "--force", "--tag", "none has this"])).toMatchObject({ done: 0, alreadyDone: 0 });
  expect(new Set(proxy.pictures.filter((sha256) => exemplars.some(({ image }) => image.sha256 === sha256))).size).toBe(1);
  proxy.pictures.length = 0;
  expect(await place.printed(build)).toMatchObject({ done: 0, alreadyDone: 6 });
  expect(proxy.pictures.filter((sha256) => exemplars.some(({ image }) => image.sha256 === sha256))).toEqual([]);
  const stats = await place.printed(["library", "stats", "--library", library]);
  expect(stats["meanPassRate"]).toBeGreaterThan(0.5);
});
