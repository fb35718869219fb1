import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../fixtures/panels";
import { exemplarSelection } from "../fixtures/exemplar-selection";
import { doneSnapshot } from "../fixtures/snapshots";
import { drawn, startPanelBrowser, type PanelBrowser } from "./panelPage";

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

/** Texts that a model may write to break out; CANARY becomes an address on loopback that notes every visit. */
const attacks: readonly string[] = [
  "<script>window.hacked = 1</script>",
  "<img src=x onerror='window.hacked = 1'>",
  "<svg onload='window.hacked = 1'><animate onbegin='window.hacked = 1' attributeName=x dur=1s></svg>",
  "<svg><style><img src=x onerror='window.hacked = 1'></style></svg>",
  "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=window.hacked=1&gt;\">",
  "<iframe srcdoc='<script>parent.hacked = 1</script>'></iframe>",
  "<object data='CANARY/object'></object><embed src='CANARY/embed'>",
  "<a href='javascript:window.hacked = 1'>click</a>",
  "[click](javascript:window.hacked=1)",
  "[run](command:workbench.action.terminal.new) and [open](vscode://x/y)",
  "![leak](CANARY/markdown?secret=1)",
  "![leak][ref]\n\n[ref]: CANARY/reference",
  "<img src='CANARY/image'><link rel=stylesheet href='CANARY/style'><meta http-equiv=refresh content='0;url=CANARY/refresh'>",
  "<form action='CANARY/form'><input name=key><button>Sign in</button></form>",
  "<style>@import url(CANARY/import); body { display: none }</style>",
  "<div style='position:fixed;inset:0;background:url(CANARY/background)' id=root class=problem>Your key has expired</div>",
  "<base href='CANARY/'><details open ontoggle='window.hacked = 1'>x</details>",
  "<CANARY/auto> and CANARY/bare",
  "$\\href{javascript:window.hacked=1}{x}$ $\\url{CANARY/url}$ $\\includegraphics{CANARY/tex.png}$",
  "$\\htmlStyle{position:fixed;inset:0}{x}$ $\\htmlId{root}{x}$ $\\htmlClass{problem}{x}$ $\\htmlData{node=1}{x}$",
  "$\\def\\a{\\a\\a}\\a$ $\\edef\\b{\\b\\b}\\b$ $\\rule{9999em}{9999em}$",
  "$<img src=x onerror='window.hacked=1'>$ $$</annotation><script>window.hacked=1</script>$$",
  "$\\text{<img src=x onerror=window.hacked=1>}$",
  "\uE0000\uE001 \uE0009\uE001",
  "`<img src=x onerror=window.hacked=1>` and ```\n<script>window.hacked=1</script>\n```",
];

const allowed = "P BR STRONG EM DEL CODE PRE UL OL LI BLOCKQUOTE HR TABLE THEAD TBODY TR TH TD".split(" ");

describe("text of a model", () => {
  test("never runs, never loads, never navigates and never looks like a part of the panel", async () => {
    const canary = `${browser.server.origin}/canary`;
    const texts = attacks.map((attack) => attack.replaceAll("CANARY", canary));
    const panel = await browser.open(panels.done);
    const requests: string[] = [];
    panel.page.on("request", (request) => requests.push(request.url()));
    for (const text of [...texts, texts.join("\n\n")]) {
      const nodes = doneSnapshot.nodes.map((node) => ({ ...node, subQuestion: text, answer: text }));
      const candidates = exemplarSelection.candidates.map((candidate) => ({ ...candidate, question: text, choices: [text], answer: text, context: text, subject: text, source: text }));
      const snapshot = { ...doneSnapshot, exemplars: { ...exemplarSelection, candidates }, nodes, best: { ...doneSnapshot.best!, answer: text }, problem: { ...doneSnapshot.problem, choices: [text, text] }, warnings: [{ code: "preflight", count: 1, detail: text }] } as const;
      await panel.send({ type: "state", state: { ...panels.done, snapshot, problem: { what: text, meaning: text, next: text } } });
      await panel.page.waitForFunction((wanted) => document.querySelector(".problem-text strong")?.textContent === wanted, text);
      const strange = await panel.page.evaluate((tags) => [...document.querySelectorAll(".model-text *")]
        .filter((element) => element.closest(".katex") === null && element.querySelector(":scope > .katex, :scope > .katex-display") === null && element.className !== "katex-display" && (!tags.includes(element.tagName) || [...element.attributes].some(({ name, value }) => name !== "class" || value !== "formula-source")))
        .map((element) => element.outerHTML.slice(0, 200)), allowed);
      expect(strange, text).toEqual([]);
      // What an attack starts, it starts with the drawing at the latest.
      await drawn(panel.page);
      expect(await panel.page.locator(".model-text :is(a, img, iframe, object, embed, form, input, button, style, script, link, meta, base, [id], [onclick], [data-node])").count(), text).toBe(0);
    }
    expect(await panel.page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(requests.filter((url) => !url.startsWith("blob:") && !/\/KaTeX_[\w-]+\.woff2$/.test(url))).toEqual([]);
    expect(browser.server.strangers).toEqual([]);
    expect(panel.page.url()).toBe(`${browser.server.origin}/`);
  });

  test("the policy itself stops script, style and network, should the sanitiser ever fail", async () => {
    const panel = await browser.open(panels.done);
    await panel.page.evaluate((canary) => {
      const place = document.createElement("div");
      place.innerHTML = `<img src="${canary}/csp-image"><img src="x" onerror="window.hacked = 1"><p id="styled" style="color: rgb(1, 2, 3)">x</p>`;
      document.body.append(place);
      const script = document.createElement("script");
      script.textContent = "window.hacked = 1";
      document.body.append(script);
    }, `${browser.server.origin.replace("127.0.0.1", "localhost")}/canary`);
    await expect(panel.page.evaluate((canary) => fetch(`${canary}/csp-fetch`), browser.server.origin)).rejects.toThrow();
    await panel.page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>("img[src='x'], img[src$='csp-image']")].filter(({ complete }) => complete).length === 2);
    expect(await panel.page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(await panel.page.locator("#styled").evaluate((element) => getComputedStyle(element).color)).not.toBe("rgb(1, 2, 3)");
    expect(browser.server.strangers.filter((url) => url.startsWith("/canary"))).toEqual([]);
  });
});

describe("formulas", () => {
  test("are laid out with their own fonts under the strict policy; what is no TeX shows its source", async () => {
    const panel = await browser.open({ ...panels.done, snapshot: { ...doneSnapshot, best: { ...doneSnapshot.best!, answer: "$\\frac{40}{2}$ not $3 and $5 but $\\nonsense{$" } } });
    const answer = panel.page.locator(".answer");
    await answer.locator(".katex .mfrac").waitFor();
    expect(await answer.locator(".katex .frac-line").evaluate((line) => getComputedStyle(line).borderBottomStyle)).toBe("solid");
    expect(await answer.locator(".formula-source").textContent()).toBe("$\\nonsense{$");
    expect(await answer.textContent()).toContain("$3 and $5");
    await panel.page.waitForFunction(() => [...document.fonts].some((font) => font.family.includes("KaTeX_Main") && font.status === "loaded"));
  });

  test("are copied as TeX, whole even when selected in part", async () => {
    const panel = await browser.open(panels.done);
    const copied = (selector: string, part: boolean): Promise<string> => panel.page.evaluate(([where, partly]) => {
      const element = document.querySelector(where as string)!;
      const range = document.createRange();
      range.selectNodeContents(partly ? element.querySelector(".katex-html .mord")! : element);
      document.getSelection()!.removeAllRanges();
      document.getSelection()!.addRange(range);
      const clipboardData = new DataTransfer();
      document.dispatchEvent(new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData("text/plain");
    }, [selector, part] as const);
    expect(await copied(".steps .step-answer .model-text", false)).toBe("$B = 15$ and $E = 20$.");
    expect(await copied(".steps .step-answer .model-text", true)).toBe("$B = 15$");
  });
});
