import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Workbench } from "../workbench/workbench";

const root = path.join(import.meta.dirname, "../../..");
let out: string;

beforeAll(() => {
  out = mkdtempSync(path.join(os.tmpdir(), "figtree-packages-"));
  execFileSync(process.execPath, ["scripts/package/package.mjs", "--out", out], { cwd: root, stdio: "inherit" });
  execFileSync(process.execPath, ["scripts/package/package.mjs", "--target", "universal", "--out", out], { cwd: root, stdio: "inherit" });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe.each([["this machine", false], ["every machine", true]])("the package for %s", (_, universal) => {
  let workbench: Workbench;
  beforeAll(async () => {
    const file = readdirSync(out).find((name) => name.includes("universal") === universal) ?? expect.fail("no package was made");
    workbench = await Workbench.open({ vsix: path.join(out, file) });
  });
  afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed package ${task.name}`) : undefined));
  afterAll(() => workbench?.close());

  it("is the extension that runs", () => {
    const installed = readdirSync(path.join(workbench.server.dataFolder, "extensions")).filter((name) => name.startsWith("figtree"));
    expect(installed).toHaveLength(1);
  });

  it("solves a figure with the sample model", async () => {
    await workbench.solveFromExplorer("002-bars.png");
    await workbench.solve("How much are B and E together?");
    expect(await workbench.answer()).toBe("35");
    await workbench.screenshot(`package-${universal ? "universal" : "own"}`);
  });

  it("opens the library, in plain files where the database is missing", async () => {
    await workbench.command("Figtree: Load Starter Library");
    await workbench.showSideBar("Figtree");
    await workbench.page.locator(".sidebar .pane", { hasText: "Exemplars" }).locator(".monaco-list-row").first().waitFor({ timeout: 120_000 });
    // It was told when the library was first looked at, and a notification that nobody touches hides after a while.
    await workbench.command("Notifications: Show Notifications");
    await workbench.page.locator(".notifications-center").waitFor();
    const told = workbench.page.locator(".notifications-center .notification-list-item", { hasText: "The exemplar library works without its database. LanceDB cannot be loaded here: Figtree was installed without it" });
    if (universal) await told.waitFor();
    else expect(await told.count()).toBe(0);
    await workbench.screenshot(`package-library-${universal ? "universal" : "own"}`);
  });
});
