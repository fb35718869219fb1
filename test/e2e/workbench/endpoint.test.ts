import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startScriptedModel, type ScriptedModel } from "./scripted-model";
import { Workbench } from "./workbench";

const question = "How much are B and E together?";
let workbench: Workbench;
let model: ScriptedModel;

const endpoint = (overrides: object = {}): object => ({ "figtree.endpoint.baseUrl": `${model.origin}/v1`, "figtree.endpoint.model": "scripted", "figtree.search.earlyStop": false, ...overrides });

beforeAll(async () => {
  model = await startScriptedModel({ delay: 5 });
  workbench = await Workbench.open({ settings: endpoint() });
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(async () => {
  await workbench?.close();
  await model?.close();
});

describe("a figure and an endpoint", () => {
  it("is solved", async () => {
    await workbench.solveFromExplorer("002-bars.png");
    await workbench.solve(question);
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    expect(JSON.stringify(model.bodies[0])).toContain("data:image/png;base64,");
  });

  it("keeps the best answer so far, marked partial, when it is stopped in mid-search", async () => {
    model.behaviour.delay = 400;
    await workbench.panel.getByRole("button", { name: "Solve Again" }).click();
    await workbench.panel.locator(".answer").waitFor({ timeout: 60_000 });
    await workbench.screenshot("solving");
    await workbench.panel.getByRole("button", { name: "Stop" }).click();
    await workbench.panel.getByRole("button", { name: "Solve Again" }).waitFor({ timeout: 10_000 });
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    await workbench.panel.locator(".answer-card", { hasText: "Partial" }).waitFor();
    await workbench.screenshot("stopped");
    const { length } = model.requests;
    await Promise.all(model.requests.map(({ closed }) => closed));
    expect(model.requests.length).toBe(length);
  });

  it("has its trace so far after the extension host was killed in mid-search", async () => {
    await workbench.panel.getByRole("button", { name: "Solve Again" }).click();
    await workbench.panel.locator(".answer-card .answer").waitFor({ timeout: 60_000 });
    await workbench.panel.getByRole("button", { name: "Stop" }).waitFor();
    const hosts = workbench.server.extensionHosts();
    expect(hosts).toHaveLength(1);
    for (const pid of hosts) process.kill(pid, "SIGKILL");
    await expect.poll(() => workbench.server.extensionHosts().filter((pid) => hosts.includes(pid)), { timeout: 30_000 }).toEqual([]);
    model.behaviour.delay = 5;
    await workbench.reload();
    await workbench.closeEditors();
    await workbench.command("Figtree: Open Recent Solve");
    await workbench.pick("partial");
    await workbench.panel.locator(".answer-card", { hasText: "Partial" }).waitFor({ timeout: 60_000 });
    expect(await workbench.answer()).toMatch(/^3[56]$/);
    await workbench.panel.locator("img").first().waitFor();
  });

  it.each([
    ["wrong key", () => ({}), "refused the API key"],
    ["wrong model", () => ({ "figtree.endpoint.model": "other" }), "has no model named other"],
    ["endpoint down", () => ({ "figtree.endpoint.baseUrl": "http://127.0.0.1:9/v1" }), "http://127.0.0.1:9 cannot be reached"],
    ["no usable setting", () => ({ "figtree.search.width": 0 }), "must be a whole number from 1 to 32"],
  ])("says in one sentence: %s", async (name, settings, sentence) => {
    if (name === "wrong key") model.behaviour.key = "sk-right";
    else delete model.behaviour.key;
    workbench.machineSettings(endpoint(settings()));
    const before = await workbench.panel.locator(".run-facts").innerText();
    if (name !== "wrong key") await expect.poll(() => workbench.panel.locator("body").innerText(), { timeout: 20_000 }).not.toContain(before);
    await workbench.panel.getByRole("button", { name: /^Solve/ }).click();
    await workbench.panel.getByRole("alert").filter({ hasText: sentence }).waitFor({ timeout: 60_000 });
    await workbench.screenshot(name.replaceAll(" ", "-"));
  });

  it("works again once the settings are right", async () => {
    workbench.machineSettings(endpoint());
    await workbench.panel.locator(".model-name", { hasText: "scripted" }).waitFor();
    await expect.poll(() => workbench.panel.getByRole("alert").count(), { timeout: 20_000 }).toBe(0);
    await workbench.solve(question);
    expect(await workbench.answer()).toMatch(/^3[56]$/);
  });
});
