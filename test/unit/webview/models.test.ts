import { describe, expect, test } from "vitest";
import { describeConfidence } from "../../../src/protocol";
import { answerText } from "../../../webview/models/answerText";
import { draftFrom, isUnsent, meetHost, restoreDraft, type DraftState } from "../../../webview/models/draft";
import { droppedFigure } from "../../../webview/models/dropped";
import { byteSize, duration } from "../../../webview/models/format";
import { ImageStore } from "../../../webview/models/imageStore";
import { nothingKept, readKept } from "../../../webview/models/kept";
import { completion, endNote } from "../../../webview/models/outcome";
import { emptyView, reduceView } from "../../../webview/models/panelState";
import { placeSentence } from "../../../webview/models/place";
import { announcement, iterationText } from "../../../webview/models/progress";
import { panels } from "../../fixtures/panels";
import { doneSnapshot, failedSnapshot, partialSnapshot, solvingSnapshot } from "../../fixtures/snapshots";

describe("confidence in words", () => {
  const base = { source: "logprobs", traces: 3, voters: 4, value: 0.82, bestReward: 0.91 } as const;
  test("names traces, share of the reward, best reward and source", () => {
    expect(describeConfidence(base)).toBe("3 of 4 traces have this answer, with 82 % of their reward, best trace 0.91; P(Yes) read from log-probabilities.");
  });
  test("never claims certainty for something short of it, nor a share where there is nothing to share", () => {
    expect(describeConfidence({ ...base, value: 0.999 })).toContain("over 99 %");
    expect(describeConfidence({ ...base, value: 1, traces: 1, voters: 1 })).not.toContain("%");
    expect(describeConfidence({ value: null, source: "none", traces: 7, voters: 10, bestReward: null })).toBe("7 of 10 traces end in this answer; the method has no rewards to weigh them.");
  });
  test("is never a bare percentage", () => {
    for (const value of [0, 0.004, 0.5, 1, null]) for (const voters of [1, 2, 10]) for (const source of ["logprobs", "sampled", "mixed", "none"] as const) {
      expect(describeConfidence({ ...base, value, voters, source })).not.toMatch(/^\D{0,3}\d+ ?%\.?$/);
    }
  });
});

test("an early end is marked with its reason, a complete one is not", () => {
  expect(endNote(doneSnapshot)).toBeUndefined();
  expect(endNote(solvingSnapshot)).toBeUndefined();
  expect(endNote(partialSnapshot)?.heading).toBe("Partial answer.");
  expect(endNote(failedSnapshot)).toMatchObject({ heading: "No answer.", text: expect.stringContaining("cannot be reached") });
  expect(endNote(failedSnapshot, true)?.text).toBe("The search failed before its end.");
  expect(completion(doneSnapshot)).toBe("Search complete.");
  expect(completion(partialSnapshot)).toBeUndefined();
});

test("an option letter is shown with its text, anything else as it is", () => {
  expect(answerText("B", ["30", "35"])).toBe("(B) 35");
  expect(answerText("(b)", ["30", "35"])).toBe("(B) 35");
  expect(answerText("C", ["30", "35"])).toBe("C");
  expect(answerText("AB", ["30", "35"])).toBe("AB");
  expect(answerText("B", [])).toBe("B");
});

test("announcements change with iterations and status, not with single calls", () => {
  const other = { ...solvingSnapshot, activity: null, usage: { ...solvingSnapshot.usage, requests: 99 }, seconds: 44 };
  expect(announcement("solving", solvingSnapshot)).toBe("2 iterations finished. Best answer so far: 35.");
  expect(announcement("solving", other)).toBe(announcement("solving", solvingSnapshot));
  expect(announcement("done", doneSnapshot)).toBe("Search complete. Answer: 35.");
  expect(announcement("done", partialSnapshot)).toMatch(/^Partial answer\..*Answer: 35\.$/);
  expect(iterationText(solvingSnapshot)).toBe("Iteration 3 of 3");
  expect(iterationText(partialSnapshot)).toBe("2 of 3 iterations");
});

describe("a draft in step with the host", () => {
  const typed = (question: string): DraftState => ({ draft: { question, choices: "" }, base: draftFrom("", []), sent: [] });
  test("an echo does not overwrite newer typing; a change by the host does", () => {
    const state = { ...typed("abc"), sent: [{ question: "ab", choices: "" }] };
    expect(meetHost(state, draftFrom("ab", [])).draft.question).toBe("abc");
    expect(meetHost(state, draftFrom("from a file", [])).draft.question).toBe("from a file");
    expect(meetHost(state, draftFrom("", []))).toBe(state);
  });
  test("half-typed text survives a reload unless the host has moved on", () => {
    const kept = { draft: { question: "half", choices: "1\n" }, base: draftFrom("", []) };
    const restored = restoreDraft(kept, draftFrom("", []));
    expect(restored.draft.question).toBe("half");
    expect(isUnsent(restored)).toBe(true);
    expect(restoreDraft(kept, draftFrom("new", [])).draft.question).toBe("new");
    expect(isUnsent(restoreDraft(undefined, draftFrom("new", ["1", "2"])))).toBe(false);
  });
});

test("what was kept is read with suspicion", () => {
  expect(readKept("x")).toEqual(nothingKept);
  expect(readKept({ solve: 3, draft: { draft: 1 }, open: { tree: false, other: "no" } })).toEqual({ solve: null, open: { tree: false } });
});

test("picture addresses live as long as a state names them", () => {
  const revoked: string[] = [];
  let made = 0;
  const store = new ImageStore(() => `blob:${(made += 1)}`, (url) => revoked.push(url));
  store.put("a", "image/png", new Uint8Array());
  store.keep([]);
  expect(store.url("a")).toBe("blob:1");
  store.keep(["a"]);
  store.put("a", "image/png", new Uint8Array());
  store.put("b", "image/png", new Uint8Array());
  store.keep(["b"]);
  expect(revoked).toEqual(["blob:1"]);
  expect([store.url("a"), store.url("b")]).toEqual([undefined, "blob:2"]);
  store.put("c", "image/png", new Uint8Array());
  store.put("d", "image/png", new Uint8Array());
  expect(revoked).toEqual(["blob:1", "blob:3"]);
  store.keep(["e"]);
  store.put("e", "image/png", new Uint8Array());
  store.keep([]);
  expect(store.url("e")).toBeUndefined();
});

test("a drop gives a file, a local address, or a refusal", () => {
  const data = (entries: Record<string, string>) => (type: string) => entries[type] ?? "";
  expect(droppedFigure(["file"], data({ "text/uri-list": "file:///a.png" }))).toEqual({ kind: "file", file: "file" });
  expect(droppedFigure([], data({ "text/uri-list": "# comment\r\nfile:///a%20b.png\r\nfile:///c.png" }))).toEqual({ kind: "uri", uri: "file:///a%20b.png" });
  expect(droppedFigure([], data({ resourceurls: '["vscode-remote://wsl/a.png"]' }))).toEqual({ kind: "uri", uri: "vscode-remote://wsl/a.png" });
  expect(droppedFigure([], data({ "text/uri-list": "https://example.org/a.png" }))).toEqual({ kind: "remote" });
  expect(droppedFigure([], data({ resourceurls: "not json" }))).toEqual({ kind: "nothing" });
});

test("messages fold into the view", () => {
  const first = reduceView(emptyView, { type: "state", state: panels.ready });
  const next = reduceView(first, { type: "snapshot", snapshot: solvingSnapshot, status: "solving" });
  expect(next.panel).toMatchObject({ status: "solving", question: panels.ready.question, snapshot: solvingSnapshot });
  const twice = reduceView(reduceView(next, { type: "reveal", node: 4 }), { type: "reveal", node: 4 });
  expect([twice.panel?.selectedNode, twice.reveal?.serial]).toEqual([4, 2]);
  expect(reduceView(emptyView, { type: "snapshot", snapshot: solvingSnapshot, status: "solving" })).toEqual(emptyView);
});

test("says where the figure goes", () => {
  expect(placeSentence(panels.ready.model)).toBe("The figure stays on this machine.");
  expect(placeSentence(panels.remote.model)).toBe("The figure is sent to https://models.example.org.");
  expect(placeSentence({ label: "m", place: "http://127.0.0.1:8080", sample: false })).toContain("on the machine that runs this extension");
  expect(placeSentence({ label: "m", place: "https://localhost.example.org", sample: false })).not.toContain("machine that runs");
});

test("sizes and times read naturally", () => {
  expect([byteSize(1), byteSize(3010), byteSize(48_211), byteSize(2_340_000)]).toEqual(["1 byte", "3.0 kB", "48 kB", "2.3 MB"]);
  expect([duration(8.44), duration(59.9), duration(312.4)]).toEqual(["8.4 s", "59 s", "5 min 12 s"]);
});
