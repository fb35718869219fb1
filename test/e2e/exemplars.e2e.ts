import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exemplarSelection } from "../fixtures/exemplar-selection";
import { panels } from "../fixtures/panels";
import { themes, type ThemeName } from "../fixtures/themes";
import { startPanelBrowser, type PanelBrowser } from "./panelPage";

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const triangle = exemplarSelection.candidates[1]!;
const many = { ...exemplarSelection, candidates: exemplarSelection.candidates.map((candidate, index) => ({ ...candidate, rankAfter: index + 1 })) };

describe("cards", () => {
  test("show what the model saw and why, formulas laid out, in the order of use", async () => {
    const panel = await browser.open(panels.exemplars);
    const cards = panel.page.getByRole("list", { name: "Chosen exemplars" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(3);
    const second = cards.nth(1);
    await second.locator(".exemplar-question .katex").first().waitFor();
    expect(await second.locator(".exemplar-answer").innerText()).toContain("(B)");
    const facts = await second.locator(".exemplar-facts").innerText();
    expect(facts).toContain("0.80");
    expect(facts).toContain("9 → 2");
    expect(facts.replace(/\s+/g, " ")).toContain("picture 0.93, rank 2");
    await second.getByText("Reasoning context").click();
    await second.locator(".exemplar-context .katex").first().waitFor();
    expect(await cards.nth(2).innerText()).toContain("No reasoning context yet.");
    const section = panel.page.locator(".section-exemplars");
    await section.getByText("They preceded the problem, each with its picture.").waitFor();
    await section.getByText("Reward 0.71 = 0.6 × 0.90 pass rate + 0.4 × 0.43 difference.").waitFor();
  });

  test("ask for each picture once, when it comes into sight, and say where the library lacks it", async () => {
    const panel = await browser.open(panels.exemplars);
    await panel.page.getByRole("list", { name: "Chosen exemplars" }).scrollIntoViewIfNeeded();
    const asked = async (): Promise<string[]> => (await panel.posted()).flatMap((message) => (message.type === "needImage" ? [message.sha256[0]!] : [])).sort();
    await expect.poll(asked).toEqual(["1", "2", "3"]);
    await panel.sendImage(triangle.image.sha256, "media/samples/003-triangle.png");
    await panel.page.getByRole("button", { name: /^Enlarge the picture of What is the third angle/ }).click();
    await panel.page.getByRole("dialog").getByText("448 × 448 pixels").waitFor();
    await panel.page.getByRole("button", { name: "Close" }).click();
    await panel.send({ type: "noImage", sha256: "3".repeat(64) });
    await panel.page.getByRole("img", { name: "Picture of Which number is missing?: not in this library" }).waitFor();
    await panel.page.locator(".section-otherExemplars > summary").click();
    await expect.poll(asked).toEqual(["1", "2", "3", "4"]);
  });

  test("ask anew in a solve that shows the same ones, and take no answer of the one before for theirs", async () => {
    const panel = await browser.open(panels.exemplars);
    const first = { type: "needImage", sha256: "1".repeat(64) };
    const list = panel.page.getByRole("list", { name: "Chosen exemplars" });
    await list.scrollIntoViewIfNeeded();
    const asked = async (): Promise<number> => (await panel.posted()).filter((message) => message.type === "needImage" && message.sha256 === first.sha256).length;
    await expect.poll(asked).toBe(1);
    const { exemplars } = panels.exemplars.snapshot;
    const next = { ...panels.exemplars.snapshot, id: "next", exemplars: null };
    await panel.send({ type: "state", state: { ...panels.exemplars, snapshot: next } });
    await panel.send({ type: "noImage", sha256: first.sha256 });
    await panel.send({ type: "snapshot", snapshot: { ...next, exemplars }, status: "done" });
    await list.scrollIntoViewIfNeeded();
    await expect.poll(asked).toBe(2);
    await panel.sendImage(first.sha256, "media/samples/007-bars.png");
    await list.locator("img").first().waitFor();
  });

  test("pin, ban and solve again; a second press releases", async () => {
    const panel = await browser.open(panels.exemplars);
    await panel.page.getByRole("button", { name: "Ban How much are A and C together?" }).click();
    expect(await panel.message("judgeExemplar")).toEqual({ type: "judgeExemplar", id: "bars-a-c", verdict: "ban" });
    const pinned = panel.page.getByRole("button", { name: "Pin Which number is missing?" });
    expect(await pinned.getAttribute("aria-pressed")).toBe("true");
    await pinned.click();
    await expect.poll(async () => panel.message("judgeExemplar")).toEqual({ type: "judgeExemplar", id: "grid", verdict: "free" });
    const section = panel.page.locator(".section-exemplars");
    await section.getByText("With 1 pinned and 1 banned.").waitFor();
    await section.getByRole("button", { name: "Solve Again" }).click();
    expect(await panel.message("solve")).toEqual({ type: "solve", question: "How much are B and E together?", choices: [] });
  });

  test("many begin folded, none is one sentence", async () => {
    const panel = await browser.open({ ...panels.exemplars, snapshot: { ...panels.exemplars.snapshot, exemplars: many } });
    expect(await panel.page.locator(".section-exemplars").getAttribute("open")).toBeNull();
    await panel.page.getByText("5 of 5, RCTS").waitFor();
    const none = await browser.open({ ...panels.exemplars, snapshot: { ...panels.exemplars.snapshot, exemplars: { ...exemplarSelection, candidates: [], reward: null, banned: [] } } });
    await none.page.locator(".section-exemplars").getByText("The library held no exemplar that may be used here.").waitFor();
    expect(await none.page.locator(".exemplar").count()).toBe(0);
  });

  test("texts as long as a file may hold are laid out, under short names", async () => {
    const long = "\\(x ".repeat(50_000);
    const candidates = exemplarSelection.candidates.map((candidate) => ({ ...candidate, question: long, context: long, choices: [long], answer: long }));
    const panel = await browser.open({ ...panels.exemplars, snapshot: { ...panels.exemplars.snapshot, exemplars: { ...exemplarSelection, candidates } } });
    const cards = panel.page.getByRole("list", { name: "Chosen exemplars" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(3);
    const names = await cards.locator("[aria-label]").evaluateAll((elements) => elements.map((element) => element.getAttribute("aria-label")!.length));
    expect(names.length).toBeGreaterThan(0);
    expect(Math.max(...names)).toBeLessThan(300);
    await panel.page.getByRole("button", { name: /^Ban / }).first().click();
    expect(await panel.message("judgeExemplar")).toMatchObject({ verdict: "ban" });
  });

  test("are read-only in a saved trace", async () => {
    const panel = await browser.open({ ...panels.trace, snapshot: panels.exemplars.snapshot });
    expect(await panel.page.locator(".exemplar").count()).toBe(3);
    expect(await panel.page.locator(".exemplar").getByRole("button", { name: /^(Pin|Ban)/ }).count()).toBe(0);
    expect(await panel.page.getByRole("button", { name: "Solve Again" }).count()).toBe(0);
  });
});

describe("the next solve", () => {
  test("the switch and K go to the host", async () => {
    const panel = await browser.open(panels.exemplars);
    await panel.page.getByText("48 verified exemplars of 60.").waitFor();
    await panel.page.getByRole("combobox", { name: "Number of exemplars" }).selectOption("5");
    expect(await panel.message("useExemplars")).toEqual({ type: "useExemplars", on: true, count: 5 });
    await panel.page.getByRole("checkbox", { name: "Use exemplars" }).uncheck();
    await expect.poll(async () => panel.message("useExemplars")).toEqual({ type: "useExemplars", on: false, count: 3 });
    await panel.page.getByRole("button", { name: "Release all" }).click();
    expect((await panel.posted()).filter(({ type }) => type === "judgeExemplar")).toEqual([{ type: "judgeExemplar", id: "grid", verdict: "free" }, { type: "judgeExemplar", id: "bars-max", verdict: "free" }]);
  });

  test("an empty library says so and offers no switch", async () => {
    const panel = await browser.open({ ...panels.ready, exemplars: { ...panels.ready.exemplars, library: { exemplars: 0, verified: 0 } } });
    await panel.page.getByText("The library is empty.").waitFor();
    expect(await panel.page.getByRole("checkbox", { name: "Use exemplars" }).isDisabled()).toBe(true);
  });

  test("a solved problem can be added to the library", async () => {
    const panel = await browser.open(panels.done);
    await panel.page.getByRole("button", { name: "Add to Library…" }).click();
    expect(await panel.message("addToLibrary")).toEqual({ type: "addToLibrary" });
  });
});

test.each(Object.keys(themes) as ThemeName[])("%s: nothing is wider than a narrow panel and every focus is visible", async (theme) => {
  const panel = await browser.open(panels.exemplars, { theme, width: 300 });
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  const invisible = await panel.page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".section-exemplars :is(button, summary), .exemplar-switch :is(input, select, button)")].filter((stop) => {
    stop.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    return !stop.matches(":disabled") && stop.checkVisibility() && getComputedStyle(stop).outlineStyle === "none";
  }).map((stop) => stop.outerHTML.slice(0, 120)));
  expect(invisible).toEqual([]);
});
