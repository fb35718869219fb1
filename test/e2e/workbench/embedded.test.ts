import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { pressRow } from "./until";
import { Workbench } from "./workbench";

const question = "How much are B and E together?";
let workbench: Workbench;

beforeAll(async () => {
  workbench = await Workbench.open();
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(() => workbench?.close());

// One window is used throughout, as a person would; each test goes on where the one before ended.
describe("a figure and the embedded model", () => {
  it("is solved from the explorer's menu", async () => {
    await workbench.solveFromExplorer("002-bars.png");
    await workbench.solve(question);
    expect(await workbench.answer()).toBe("35");
  });

  it("shows the search in the side bar, and both follow each other's selection", async () => {
    const rows = await workbench.searchTree();
    await expect.poll(async () => (await rows.allInnerTexts()).join("\n")).toMatch(/0\.\d\d \(\d+\) What are the values of B and E\?/);
    await pressRow(rows.filter({ hasText: "What are the values of B and E?" }), workbench.panel.locator('[aria-selected="true"]', { hasText: "What are the values of B and E?" }));
    await workbench.screenshot("light");
  });

  it.each([["Dark Modern", "dark"], ["Dark High Contrast", "high-contrast"], ["Light High Contrast", "high-contrast-light"]])("is seen in %s", async (theme, file) => {
    await workbench.theme(theme);
    await workbench.panel.locator(`body.vscode-${file === "dark" ? "dark" : file}`).waitFor();
    await workbench.screenshot(file);
  });

  it("comes back with its panel when the window is loaded again", async () => {
    await workbench.reload();
    await workbench.panel.locator(".answer").waitFor({ timeout: 120_000 });
    expect(await workbench.answer()).toBe("35");
    await workbench.panel.locator("img").first().waitFor();
  });

  it("is saved as a trace, which opens again", async () => {
    await workbench.command("Figtree: Save Trace");
    await workbench.acceptFile("002-bars.figtree.json");
    const file = path.join(workbench.workspace, "002-bars.figtree.json");
    // Being there is not being whole.
    await expect.poll(() => JSON.parse(readFileSync(file, "utf8")) as unknown).toBeTypeOf("object");
    await workbench.closeEditors();
    await workbench.showSideBar("Explorer");
    await workbench.file("002-bars.figtree.json").dblclick();
    await workbench.panel.locator(".answer").waitFor();
    expect(await workbench.answer()).toBe("35");
    await workbench.screenshot("trace");
    await workbench.closeEditors();
  });

  it("is solved when it is pasted into the panel", async () => {
    await workbench.command("Figtree: Solve Diagram");
    await workbench.panel.getByRole("button", { name: "Choose a Figure" }).waitFor();
    await workbench.screenshot("empty");
    await workbench.panel.locator("body").click();
    await workbench.pastePicture("001-equation.png");
    await workbench.panel.getByRole("button", { name: "Solve", exact: true }).waitFor();
    await workbench.solve("What number replaces the question mark?");
    expect(await workbench.answer()).toBe("9");
  });
});
