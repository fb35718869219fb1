import { afterAll, beforeAll, expect, it } from "vitest";
import { Workbench } from "./workbench";

let workbench: Workbench;
beforeAll(async () => {
  workbench = await Workbench.open();
});
afterAll(() => workbench?.close());

it("solves a figure of the explorer with the embedded model", async () => {
  const panel = await workbench.solveFromExplorer("002-bars.png");
  await panel.getByLabel("Question", { exact: true }).last().fill("How much are B and E together?");
  await workbench.screenshot("1-ready");
  await panel.getByRole("button", { name: "Solve", exact: true }).click();
  await panel.getByRole("button", { name: "Solve Again" }).waitFor();
  await workbench.screenshot("2-solved");
  expect(await panel.locator(".answer").innerText()).toBe("35");
});
