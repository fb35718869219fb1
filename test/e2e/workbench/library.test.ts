import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openLibrary } from "../../../src/adapters/library";
import { prepareImage } from "../../../src/adapters/images";
import { systemClock } from "../../../src/adapters/system";
import { silentLogger, type NewExemplar } from "../../../src/core/ports";
import { pause, pressRow, until } from "./until";
import { Workbench } from "./workbench";

const samples = path.join(import.meta.dirname, "../../../media/samples");
const question = "How much are B and E together?";
const starter = readFileSync(path.join(samples, "../starter-library/exemplars.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { readonly subject: string; readonly context: string | null });
let workbench: Workbench;
let place: string;

interface Sample {
  readonly file: string;
  readonly family: string;
  readonly question: string;
  readonly answer: string;
  readonly steps: readonly { readonly sub_question: string; readonly answer: string }[];
}

const contextOf = ({ steps }: Sample): string => steps.map(({ sub_question, answer }, index) => `Sub-question ${index + 1}: ${sub_question}\nAnswer ${index + 1}: ${answer}`).join("\n");

/** The bundled figures as worked problems: verified, not verified, flagged and without a context. */
async function fillLibrary(): Promise<void> {
  const store = await openLibrary({ place, clock: systemClock, logger: silentLogger });
  const records = readFileSync(path.join(samples, "samples.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as Sample);
  const rates = [1, 0.8, null, 0.6, 0, 1];
  const entries = await Promise.all(records.flatMap((sample) => [sample, { ...sample, question: `${sample.question} Give the number alone.` }, { ...sample, question: `Look at the figure. ${sample.question}` }]).map(async (sample, index) => {
    const { image } = await prepareImage(new Uint8Array(readFileSync(path.join(samples, sample.file))), { name: sample.file });
    const { bytes, ...info } = image;
    const bare = index % 7 === 6;
    const exemplar: NewExemplar = {
      question: sample.question, choices: [], answer: sample.answer, subject: sample.family, tags: [], source: "samples", licence: "MIT", candidates: [], context: bare ? null : contextOf(sample), passRate: bare ? null : rates[index % rates.length]!,
    };
    return { exemplar, image: bytes, imageInfo: { ...info, byteLength: bytes.byteLength } };
  }));
  await store.add(entries);
  await store.close();
}

/** Exemplars that Figtree has embedded by itself. */
async function withVectors(folder = place): Promise<number> {
  const store = await openLibrary({ place: folder, clock: systemClock, logger: silentLogger });
  const { exemplars, withoutVectors } = await store.stats();
  await store.close();
  return exemplars - withoutVectors;
}

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), "figtree-library-"));
  workbench = await Workbench.open({ settings: { "figtree.library.place": path.join(place, "empty") } });
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(async () => {
  await workbench?.close();
  rmSync(place, { recursive: true, force: true });
});

const rows = () => workbench.page.locator(".sidebar .pane", { hasText: "Exemplars" }).locator(".monaco-list-row");

// One window is used throughout, as a person would; each test goes on where the one before ended.
describe("the exemplar library", () => {
  it("welcomes with a way to fill it", async () => {
    await workbench.showSideBar("Figtree");
    await workbench.page.getByRole("button", { name: "Import Exemplars", exact: true }).waitFor();
    await workbench.screenshot("library-empty");
  });

  it("loads the starter library at a press of its button", async () => {
    const button = workbench.page.getByRole("button", { name: "Load Starter Library", exact: true });
    // The import shows itself at once; a second press would only find everything there already.
    await until(() => button.click({ timeout: pause }), workbench.page.locator(".notification-toast").or(rows()).first(), "visible");
    await workbench.page.getByText(`Exemplars added: ${starter.length}, there already: 0, records skipped: 0.`).first().waitFor({ timeout: 60_000 });
    await button.waitFor({ state: "hidden" });
    await workbench.page.getByText(new RegExp(`^${starter.length} exemplars, ${starter.filter(({ context }) => context !== null).length} with a reasoning context`)).waitFor();
    // Rows out of sight are not there.
    const subjects = new Set(starter.map(({ subject }) => `${subject}${starter.filter((other) => other.subject === subject).length}`));
    await expect.poll(async () => (await rows().allInnerTexts()).filter((text) => !subjects.has(text.trim()))).toEqual([]);
    expect(await rows().count()).toBeGreaterThan(3);
    // Figtree goes on with the vectors; the next test takes another library.
    await expect.poll(() => withVectors(path.join(place, "empty"))).toBe(starter.length);
    await workbench.screenshot("library-starter");
    await workbench.command("Notifications: Clear All Notifications");
  });

  it("lists exemplars by subject with their pass rates", async () => {
    await fillLibrary();
    workbench.machineSettings({ "figtree.library.place": place });
    await workbench.command("Figtree: Refresh Exemplars");
    await rows().filter({ hasText: "bars" }).first().waitFor({ timeout: 60_000 });
    await pressRow(rows().filter({ hasText: "bars" }), rows().filter({ hasText: "100 %" }));
    await workbench.page.getByText(/^18 exemplars, 16 with a reasoning context/).waitFor();
    await workbench.screenshot("library-list");
  });

  it("shows an exemplar's words beside its picture", async () => {
    await pressRow(rows().filter({ hasText: question }), workbench.page.locator(".editor-instance .view-line", { hasText: "Answer: 35" }));
    await workbench.page.locator("iframe.webview.ready").first().waitFor({ timeout: 30_000 });
    await workbench.screenshot("library-exemplar");
    await workbench.closeEditors();
  });

  it("teaches a solve, which shows the exemplars with their pictures", async () => {
    await workbench.solveFromExplorer("007-bars.png");
    await workbench.panel.getByText(/verified exemplars of 18\./).waitFor({ timeout: 30_000 });
    expect(await workbench.panel.getByRole("checkbox", { name: "Use exemplars" }).isChecked()).toBe(true);
    await expect.poll(withVectors, { timeout: 60_000 }).toBe(18);
    await workbench.solve("How much are A and B together?");
    const cards = workbench.panel.locator(".exemplar");
    await cards.first().scrollIntoViewIfNeeded();
    await cards.first().locator("img").first().waitFor({ timeout: 30_000 });
    await expect.poll(() => cards.count()).toBe(3);
    await workbench.panel.getByText(/retrieved by question, words \(BM25\), picture;/).waitFor();
    await workbench.showSideBar("Figtree");
    await cards.first().scrollIntoViewIfNeeded();
    await workbench.screenshot("library-solve");
  });

  it.each([["Dark Modern", "dark"], ["Dark High Contrast", "hc-dark"], ["Light High Contrast", "hc-light"]])("is seen in %s", async (theme, file) => {
    await workbench.theme(theme);
    await workbench.panel.locator(".exemplar img").first().waitFor();
    await workbench.screenshot(`library-${file}`);
  });

  it("uses none when the switch is off", async () => {
    await workbench.panel.getByRole("checkbox", { name: "Use exemplars" }).uncheck();
    // To its end: every solve begins without exemplars.
    await workbench.solve("How much are A and B together?");
    expect(await workbench.panel.locator(".exemplar").count()).toBe(0);
  });
});
