import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startFakeOllama, type FakeOllama } from "../../fixtures/fake-ollama";
import { drawFigure } from "../../fixtures/zoo/picture";
import { Workbench } from "./workbench";

let workbench: Workbench;
let ollama: FakeOllama;

beforeAll(async () => {
  ollama = await startFakeOllama();
  workbench = await Workbench.open({ settings: { "figtree.discovery.ports": [ollama.port] }, files: { "number.png": (await drawFigure(27)).bytes } });
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(async () => {
  await workbench?.close();
  await ollama?.close();
});

describe("choosing a model", () => {
  it("begins at the sample model's warning and solves through a server that was found", async () => {
    await workbench.solveFromExplorer("number.png");
    await workbench.panel.getByRole("button", { name: "Choose another model" }).click();
    await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "viewer:7b" }).waitFor({ timeout: 30_000 });
    await workbench.screenshot("choose-model");
    expect(await workbench.page.locator(".quick-input-list .monaco-list-row", { hasText: "plain:1b" }).count()).toBe(0);
    await workbench.pick("viewer:7b");
    await workbench.panel.locator(".model-name", { hasText: "viewer:7b" }).waitFor({ timeout: 30_000 });
    await workbench.solve("What is the number in the figure plus 15?");
    expect(await workbench.answer()).toBe("42");
  });

  it("shows what the endpoint can do", async () => {
    await workbench.command("Figtree: Test Connection");
    await workbench.page.locator(".editor-instance .view-line", { hasText: "Sees pictures" }).waitFor({ timeout: 60_000 });
    await workbench.screenshot("connection");
  });
});
