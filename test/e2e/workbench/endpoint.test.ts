import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startScriptedModel, type ScriptedModel } from "./scripted-model";
import { Workbench } from "./workbench";

const question = "How much are B and E together?";
let workbench: Workbench;
let model: ScriptedModel;

const endpoint = (overrides: object = {}): object => ({ "figtree.endpoint.baseUrl": `${model.origin}/v1`, "figtree.endpoint.model": "scripted", "figtree.search.earlyStop": false, ...overrides });

beforeAll(async () => {
  model = await startScriptedModel({ replies: Infinity });
  workbench = await Workbench.open({ settings: endpoint() });
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(async () => {
  await workbench?.close();
  await model?.close();
});

/** Solves again with an endpoint that falls silent after the first iteration: 3 expansions of 1 + 2 x 3 requests at most. */
async function stallInMidSearch(): Promise<void> {
  model.behaviour.replies = 24;
  await workbench.beginSolve();
  await workbench.panel.getByRole("button", { name: "Stop" }).waitFor({ timeout: 60_000 });
  await workbench.panel.locator(".answer").waitFor({ timeout: 60_000 });
}

describe("a figure and an endpoint", () => {
  it("is solved", async () => {
    await workbench.solveFromExplorer("002-bars.png");
    await workbench.solve(question);
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    expect(JSON.stringify(model.bodies.at(-1))).toContain("data:image/png;base64,");
  });

  it("keeps the best answer so far, marked partial, when it is stopped in mid-search", async () => {
    await stallInMidSearch();
    await workbench.screenshot("solving");
    await workbench.panel.getByRole("button", { name: "Stop" }).click();
    await workbench.panel.getByRole("button", { name: "Solve Again" }).waitFor({ timeout: 60_000 });
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    await workbench.panel.locator(".answer-card", { hasText: "Partial" }).waitFor();
    await workbench.screenshot("stopped");
    const { length } = model.requests;
    await Promise.all(model.requests.map(({ closed }) => closed));
    expect(model.requests.length).toBe(length);
  });

  it("has its trace so far after the extension host was killed in mid-search", async () => {
    await stallInMidSearch();
    const hosts = workbench.server.extensionHosts();
    expect(hosts).toHaveLength(1);
    for (const pid of hosts) process.kill(pid, "SIGKILL");
    await expect.poll(() => workbench.server.extensionHosts().filter((pid) => hosts.includes(pid)), { timeout: 30_000 }).toEqual([]);
    model.behaviour.replies = Infinity;
    await workbench.reload();
    await workbench.closeEditors();
    await workbench.command("Figtree: Open Recent Solve");
    await workbench.pick("partial");
    await workbench.panel.locator(".answer-card", { hasText: "Partial" }).waitFor({ timeout: 60_000 });
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    await workbench.panel.locator("img").first().waitFor();
  });

  // `sign`: what the panel shows once it has the settings; the case before shows something else there.
  it.each([
    { name: "wrong key", settings: {}, sign: "quick: at most", sentence: "refused the API key" },
    { name: "wrong model", settings: { "figtree.endpoint.model": "other" }, sign: "other · The figure", sentence: "has no model named other" },
    { name: "endpoint down", settings: { "figtree.endpoint.baseUrl": "http://127.0.0.1:9/v1" }, sign: "http://127.0.0.1:9,", sentence: "http://127.0.0.1:9 cannot be reached" },
    { name: "text-only model", settings: { "figtree.search.preset": "balanced" }, sign: "balanced: at most", sentence: "The model scripted cannot see pictures" },
    { name: "never an answer", settings: { "figtree.endpoint.firstByteSeconds": 2, "figtree.search.preset": "paper" }, sign: "paper: at most", sentence: "did not answer within 2 s" },
    { name: "no usable setting", settings: { "figtree.search.width": 0 }, sign: "must be a whole number from 1 to 32", sentence: "must be a whole number from 1 to 32" },
  ])("says in one sentence: $name", async ({ name, settings, sign, sentence }) => {
    if (name === "wrong key") model.behaviour.key = "sk-right";
    else delete model.behaviour.key;
    model.behaviour.blind = name === "text-only model";
    model.behaviour.replies = name === "never an answer" ? 0 : Infinity;
    workbench.machineSettings(endpoint(settings));
    await workbench.panel.locator(".run-facts, [role=alert]").filter({ hasText: sign }).first().waitFor({ timeout: 60_000 });
    await workbench.runBar.getByRole("button", { name: /^Solve/ }).click();
    await workbench.panel.getByRole("alert").filter({ hasText: sentence }).waitFor({ timeout: 60_000 });
    await workbench.screenshot(name.replaceAll(" ", "-"));
  });

  it("works again once the settings are right", async () => {
    workbench.machineSettings(endpoint());
    await workbench.panel.locator(".run-facts", { hasText: "quick: at most" }).waitFor({ timeout: 60_000 });
    await expect.poll(() => workbench.panel.getByRole("alert").count()).toBe(0);
    await workbench.solve(question);
    expect(await workbench.answer()).toMatch(/^3[56]$/);
  });
});
