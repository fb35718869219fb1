import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { prepareImage } from "../../src/adapters/images";
import { imageInfo } from "../../src/core/ports";
import { fakeExemplar } from "../fixtures/memory-library";
import { access, closeEverything, inWorkspace, setSetting, until } from "./access";
import { withAnswers, type Answers } from "./dialogs";

const evaluate = (): Thenable<unknown> => vscode.commands.executeCommand("figtree.evaluateLibrary");

interface Sample {
  readonly file: string;
  readonly question: string;
  readonly answer: string;
}

const samples: readonly Sample[] = [
  { file: "002-bars.png", question: "How much are B and E together?", answer: "35" },
  { file: "002-bars.png", question: "How much is D?", answer: "19" },
  { file: "007-bars.png", question: "What is the difference between C and A?", answer: "7" },
  { file: "004-rectangle.png", question: "What is the area?", answer: "20" },
];

/** A library of three figures, one of them with two questions, in a place of its own. */
async function fillLibrary(): Promise<void> {
  const store = await (await access()).services.library.open();
  assert.ok(store);
  for (const { file, question, answer } of samples) {
    const { image } = await prepareImage(await vscode.workspace.fs.readFile(inWorkspace(file)), { name: file });
    const { sha256, mediaType, width, height, byteLength } = imageInfo(image);
    await store.add([{ exemplar: { ...fakeExemplar({ question, answer, context: `Sub-question 1: Now we can answer the question: ${question}\nAnswer 1: The answer is ${answer}.` }), passRate: 1 }, image: image.bytes, imageInfo: { sha256, mediaType, width, height, byteLength } }]);
  }
  await (await access()).services.library.refresh();
}

/** Goes through a new evaluation of `set` by QA and CoT. */
const answers = (set: string, more: Answers = {}): Answers => ({
  pick: (labels) => labels.find((label) => label === "New Evaluation...") ?? labels.find((label) => label === set),
  pickMany: () => ["QA", "CoT"],
  type: (_prompt, value) => value,
  press: (_message, buttons) => buttons.find((button) => button === "Evaluate"),
  ...more,
});

describe("evaluating the library", () => {
  let place: string;
  before(async () => {
    place = mkdtempSync(path.join(os.tmpdir(), "figtree-evaluated-"));
    await setSetting("library.place", path.join(place, "library"));
    await setSetting("search.preset", "quick");
    await fillLibrary();
  });
  after(async () => {
    await closeEverything();
    const { folders } = await access();
    for (const stored of await folders.list()) await folders.remove(stored);
    for (const key of ["library.place", "search.preset"]) await setSetting(key, undefined);
    rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  it("asks each exemplar without itself, with and without the others, and shows the report", async () => {
    const { folders, reportPanels } = await access();
    const said = await withAnswers(answers("My Library Itself"), evaluate);
    assert.match(said[0]!, /^Evaluate My library with /);
    const [stored] = await folders.list();
    assert.ok(stored);
    assert.deepEqual(stored.evaluation.end, { reason: "completed", done: 16, total: 16, failed: 0 });
    assert.deepEqual(stored.evaluation.specs, ["cot", "rcts+cot", "qa", "rcts+qa"]);
    const results = readFileSync(path.join(stored.folder, "results.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { problem: string; job: string; exemplars: { ids: string[] } | null });
    const taught = results.filter(({ job }) => job.startsWith("rcts+"));
    const store = (await (await access()).services.library.open())!;
    const pictures = new Map((await store.list()).exemplars.map(({ id, image }) => [id, image.sha256]));
    assert.equal(taught.length, 8);
    for (const { problem, exemplars } of taught) {
      const others = [...pictures].filter(([, picture]) => picture !== pictures.get(problem)).map(([id]) => id);
      assert.deepEqual(exemplars?.ids.toSorted(), others.sort());
    }
    assert.ok(results.filter(({ job }) => !job.startsWith("rcts+")).every(({ exemplars }) => exemplars === null));

    await until(() => reportPanels.active !== undefined);
    const report = reportPanels.active!;
    assert.match(report.html, /rcts\+cot/);
    assert.match(report.markdown, /rcts\+qa/);
    const target = inWorkspace("report.md");
    await withAnswers({ save: target }, () => vscode.commands.executeCommand("figtree.saveReport"));
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(target)), report.markdown);
  });

  it("offers a finished evaluation's report again", async () => {
    const { reportPanels } = await access();
    await closeEverything();
    await withAnswers({ pick: (labels) => labels.find((label) => label.startsWith("Show Report: ")) }, evaluate);
    await until(() => reportPanels.active !== undefined);
  });

  it("reads a folder of one's own, keeps its figures out of the exemplars, and goes on after a crash without asking again", async () => {
    const { folders } = await access();
    const folder = path.join(place, "own");
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(folder));
    for (const file of new Set(samples.map((sample) => sample.file))) await vscode.workspace.fs.copy(inWorkspace(file), vscode.Uri.file(path.join(folder, file)));
    writeFileSync(path.join(folder, "manifest.jsonl"), samples.map((sample) => JSON.stringify(sample)).join("\n"));
    await withAnswers(answers("A Folder...", { open: vscode.Uri.file(folder), type: () => "2", pickMany: () => ["QA"] }), evaluate);
    const stored = (await folders.list()).find(({ evaluation }) => evaluation.set.kind === "reader")!;
    assert.deepEqual([stored.evaluation.end?.done, stored.evaluation.limit, stored.evaluation.set], [4, 2, { kind: "reader", name: "manifest", path: folder }]);
    const results = readFileSync(path.join(stored.folder, "results.jsonl"), "utf8");
    assert.doesNotMatch(results, /"ids":\["/);

    // As after a crash: half of the results are missing, the replies are there.
    writeFileSync(path.join(stored.folder, "results.jsonl"), `${results.split("\n")[0]!}\n`);
    await folders.write({ ...stored, evaluation: { ...stored.evaluation, end: null } });
    const replies = readFileSync(path.join(stored.folder, "replies.jsonl"), "utf8");
    await withAnswers({ pick: (labels) => labels.find((label) => label.startsWith("Go On: ")) }, evaluate);
    assert.equal((await folders.list()).find((each) => each.folder === stored.folder)?.evaluation.end?.done, 4);
    assert.equal(readFileSync(path.join(stored.folder, "replies.jsonl"), "utf8"), replies);
  });

  it("removes what is confirmed, and begins nothing without agreement", async () => {
    const { folders } = await access();
    await withAnswers(answers("My Library Itself", { press: () => undefined }), evaluate);
    assert.equal((await folders.list()).length, 2);
    await withAnswers({ pick: (labels) => labels.find((label) => label.startsWith("Remove: ")), press: (_message, buttons) => buttons[0] }, evaluate);
    assert.equal((await folders.list()).length, 1);
  });
});
