import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../fixtures/panels";
import { barsImage, doneSnapshot, solvingSnapshot } from "../fixtures/snapshots";
import { imageMessage, startPanelBrowser, type PanelBrowser, type PanelPage } from "./panelPage";

const figureFile = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../media/samples/002-bars.png");
const figureBytes = readFileSync(figureFile);

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const sent = (message: { readonly bytes: unknown }): Buffer => Buffer.from(Object.values(message.bytes as Record<string, number>));

/** Pastes into the focused element as a person does, with a picture on the clipboard. */
async function paste({ page }: PanelPage, text = ""): Promise<boolean> {
  return page.evaluate(([base64, words]) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([Uint8Array.from(atob(base64!), (c) => c.charCodeAt(0))], "image.png", { type: "image/png" }));
    if (words !== "") clipboardData.setData("text/plain", words!);
    return (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, [figureBytes.toString("base64"), text]);
}

async function drop({ page }: PanelPage, uri: string | null): Promise<void> {
  await page.evaluate(([base64, address]) => {
    const dataTransfer = new DataTransfer();
    if (address === null) dataTransfer.items.add(new File([Uint8Array.from(atob(base64!), (c) => c.charCodeAt(0))], "bars.png", { type: "image/png" }));
    else dataTransfer.setData("text/uri-list", address!);
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, [figureBytes.toString("base64"), uri] as const);
}

describe("giving a figure", () => {
  test("the empty panel has one primary button, which asks the host for a file", async () => {
    const panel = await browser.open(panels.empty);
    expect(await panel.page.locator("button.primary").count()).toBe(1);
    await panel.page.getByRole("button", { name: "Choose a Figure" }).click();
    expect(await panel.message("command")).toEqual({ type: "command", command: "pickFigure" });
    expect((await panel.posted())[0]).toEqual({ type: "ready" });
  });

  test("a pasted picture arrives byte by byte, also from the question box", async () => {
    const panel = await browser.open(panels.ready);
    await panel.page.getByLabel("Question", { exact: true }).focus();
    expect(await paste(panel)).toBe(false);
    const message = await panel.message("pasteFigure");
    expect(message.name).toBe("");
    expect(sent(message).equals(figureBytes)).toBe(true);
    expect(await paste(panel, "words beside the picture")).toBe(true);
    // Reading a picture takes a moment: one more that is taken shows that the one beside words was not.
    const taken = async (): Promise<number> => (await panel.posted()).filter((one) => one.type === "pasteFigure").length;
    expect(await paste(panel)).toBe(false);
    await expect.poll(taken).toBe(2);
  });

  test("a dropped file brings its name, a file of the explorer its address, a web address a refusal", async () => {
    const panel = await browser.open(panels.empty);
    await drop(panel, null);
    const message = await panel.message("pasteFigure");
    expect([message.name, sent(message).equals(figureBytes)]).toEqual(["bars.png", true]);
    await drop(panel, "file:///notes/a.png");
    expect(await panel.message("dropUri")).toEqual({ type: "dropUri", uri: "file:///notes/a.png" });
    await drop(panel, "https://example.org/a.png");
    await panel.page.getByText("Nothing is fetched from the web").waitFor();
    expect((await panel.posted()).filter((one) => one.type === "dropUri")).toHaveLength(1);
  });

  test("the picture that will be sent is shown, enlarged, replaced and removed", async () => {
    const panel = await browser.open(panels.ready);
    const picture = panel.page.getByRole("img", { name: "002-bars.png, as it is sent" });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(448);
    await panel.page.getByRole("button", { name: "Enlarge 002-bars.png" }).click();
    await panel.page.getByRole("dialog").waitFor();
    await panel.page.keyboard.press("Escape");
    await expect.poll(() => panel.page.getByRole("dialog").count()).toBe(0);
    await panel.page.getByRole("button", { name: "Remove" }).click();
    await panel.message("removeFigure");
    const address = await picture.getAttribute("src");
    await panel.send({ type: "state", state: panels.empty });
    await panel.page.getByRole("button", { name: "Choose a Figure" }).waitFor();
    await expect.poll(() => panel.page.evaluate((url) => new Promise<boolean>((resolve) => { const image = new Image(); image.onload = () => resolve(true); image.onerror = () => resolve(false); image.src = url!; }), address)).toBe(false);
  });

  test("a picture is shown whatever comes close behind it", async () => {
    const panel = await browser.open(panels.empty);
    // The bytes of an exemplar of the solve before, asked for before the figure changed.
    await panel.sendAtOnce([imageMessage(barsImage.sha256, "media/samples/002-bars.png"), { type: "state", state: panels.ready }, imageMessage("1".repeat(64), "media/samples/007-bars.png")]);
    await panel.page.getByRole("img", { name: "002-bars.png, as it is sent" }).waitFor();
  });

  test("nothing can be changed while a search runs", async () => {
    const panel = await browser.open(panels.solving);
    await paste(panel);
    await panel.page.getByText("Stop the search before you change the figure.").waitFor();
    expect((await panel.posted()).some((one) => one.type === "pasteFigure")).toBe(false);
    expect(await panel.page.getByLabel("Question", { exact: true }).isEditable()).toBe(false);
    await panel.page.getByRole("button", { name: "Stop" }).click();
    await panel.message("stop");
  });
});

describe("asking", () => {
  test("Ctrl+Enter solves with what is typed, Escape does nothing", async () => {
    const panel = await browser.open(panels.ready);
    const box = panel.page.getByLabel("Question", { exact: true });
    await box.fill("How much is A?\nAnd D?");
    await panel.page.getByText("Add choices").click();
    await panel.page.getByLabel("One choice per line").fill("4\n\n 19 ");
    await box.press("Escape");
    expect((await panel.posted()).some((one) => one.type === "solve" || one.type === "stop" || one.type === "removeFigure")).toBe(false);
    await box.press("Control+Enter");
    expect(await panel.message("solve")).toEqual({ type: "solve", question: "How much is A?\nAnd D?", choices: ["4", "19"] });
  });

  test("an empty question may be solved", async () => {
    const panel = await browser.open({ ...panels.ready, question: "" });
    await panel.page.getByRole("button", { name: "Solve" }).click();
    expect(await panel.message("solve")).toEqual({ type: "solve", question: "", choices: [] });
  });

  test("half-typed text and folded sections come back after a reload, and an echo does not overwrite typing", async () => {
    const panel = await browser.open(panels.ready);
    const box = panel.page.getByLabel("Question", { exact: true });
    await box.fill("half typed");
    await panel.message("setQuestion");
    await box.pressSequentially(" and more");
    await panel.send({ type: "state", state: { ...panels.ready, question: "half typed", model: { ...panels.ready.model, label: "echo" } } });
    await panel.page.locator(".model-name", { hasText: "echo" }).waitFor();
    expect(await box.inputValue()).toBe("half typed and more");
    await panel.page.reload();
    await panel.send({ type: "state", state: { ...panels.ready, question: "half typed" } });
    await panel.page.locator(".panel").waitFor();
    await expect.poll(() => box.inputValue()).toBe("half typed and more");
    await panel.send({ type: "state", state: { ...panels.ready, question: "another file's question" } });
    await expect.poll(() => box.inputValue()).toBe("another file's question");
  });

  test("what is typed is kept and handed over at once, without waiting for a drawing", async () => {
    const panel = await browser.open(panels.ready);
    const [kept, posted] = await panel.page.evaluate(async () => {
      const box = document.querySelector<HTMLTextAreaElement>("#question")!;
      box.value = "typed just now";
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // One task, as between two keys; nothing is drawn in it.
      await Promise.resolve().then(() => undefined);
      const stored = sessionStorage.getItem("kept");
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
      return [stored, (window as unknown as { figtreeTest: { posted: unknown[] } }).figtreeTest.posted.at(-1)];
    });
    expect(kept).toContain("typed just now");
    expect(posted).toEqual({ type: "solve", question: "typed just now", choices: [] });
  });

  test("says what it costs, where the figure goes and what the sample model is", async () => {
    const sample = await browser.open(panels.ready);
    await sample.page.getByText("at most 90 requests, 108 replies").waitFor();
    await sample.page.getByText("The figure stays on this machine.").waitFor();
    await sample.page.getByText("It only reads figures like the bundled ones").waitFor();
    const remote = await browser.open(panels.remote);
    await remote.page.getByText("The figure is sent to https://models.example.org.").waitFor();
    expect(await remote.page.getByText("tiny sample model").count()).toBe(0);
  });
});

describe("results", () => {
  test("a running search grows in place and ends", async () => {
    const panel = await browser.open(panels.beginning);
    await panel.page.getByText("No chain of steps has reached an answer yet.").waitFor();
    await expect.poll(() => panel.page.getByRole("treeitem").count()).toBe(1);
    const root = await panel.page.getByRole("treeitem").first().elementHandle();
    await panel.send({ type: "snapshot", snapshot: solvingSnapshot, status: "solving" });
    await panel.page.getByText("Iteration 3 of 3").first().waitFor();
    await expect.poll(() => panel.page.getByRole("treeitem").count()).toBe(12);
    expect(await root?.evaluate((element) => element.isConnected)).toBe(true);
    await expect.poll(() => panel.page.locator(".node.active").getAttribute("data-node")).toBe("2");
    await panel.send({ type: "snapshot", snapshot: doneSnapshot, status: "done" });
    await panel.page.getByText("2 of 3 traces have this answer, with 81 % of their reward").waitFor();
    await expect.poll(() => panel.page.locator(".node.active").count()).toBe(0);
    await panel.page.getByRole("button", { name: "Solve Again" }).waitFor();
  });

  test("the steps are a table that reads well aloud", async () => {
    const panel = await browser.open(panels.done, { width: 320 });
    const steps = panel.page.getByRole("table", { name: "Steps to the answer" });
    expect(await steps.getByRole("columnheader").allTextContents()).toEqual(["Sub-question and answer", "Usefulness", "Correctness", "Value"]);
    expect(await steps.getByRole("row").count()).toBe(3);
    expect(await steps.getByRole("row").nth(2).getByRole("cell").allTextContents()).toEqual(["0.97", "0.95", "0.96"]);
    await panel.page.getByRole("button", { name: "Step 2: show it in the tree" }).click();
    expect(await panel.message("selectNode")).toEqual({ type: "selectNode", node: 4 });
  });

  test("partial, failed and outdated results say so", async () => {
    const partial = await browser.open(panels.partial);
    await partial.page.locator(".end-note").getByText("Stopped before the end").waitFor();
    await partial.page.getByText("Partial", { exact: true }).waitFor();
    await partial.send({ type: "state", state: { ...panels.partial, question: "Another one?" } });
    await partial.page.getByText("This answer belongs to an earlier figure or question").waitFor();
    const failed = await browser.open(panels.failed);
    expect(await failed.page.getByRole("alert").textContent()).toContain("cannot be reached from the machine that runs VS Code");
    await failed.page.getByRole("button", { name: "Open Settings" }).click();
    expect(await failed.message("command")).toEqual({ type: "command", command: "openSettings" });
  });

  test("answer and trace can be taken along", async () => {
    const panel = await browser.open(panels.done);
    await panel.page.getByRole("button", { name: "Copy answer" }).click();
    expect(await panel.message("copy")).toEqual({ type: "copy", text: "35" });
    await panel.page.getByRole("button", { name: "Save Trace" }).click();
    await panel.message("saveTrace");
  });

  test("a saved trace is read-only", async () => {
    const panel = await browser.open(panels.trace);
    await panel.page.getByText("Saved as notes/002-bars.figtree.json").waitFor();
    expect(await panel.page.getByRole("textbox").count()).toBe(0);
    expect(await panel.page.getByRole("button", { name: /Solve|Save|Replace|Remove/ }).count()).toBe(0);
    await paste(panel);
    await panel.page.getByText("This is a saved trace.").waitFor();
  });

  test("a screen reader gets a sparse live region and the tree as text", async () => {
    const panel = await browser.open(panels.beginning);
    const live = panel.page.getByRole("status");
    await expect.poll(() => live.textContent()).toBe("Search started.");
    await panel.send({ type: "snapshot", snapshot: solvingSnapshot, status: "solving" });
    await expect.poll(() => live.textContent()).toBe("2 iterations finished. Best answer so far: 35.");
    await panel.page.getByText("Search tree as text").click();
    const text = panel.page.locator(".tree-text");
    await expect.poll(() => text.getByRole("listitem").count()).toBe(12);
    await expect.poll(() => text.textContent()).toContain("Best path. What are the values of B and E?: B = 15 and E = 20.");
  });
});
