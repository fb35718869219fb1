import assert from "node:assert/strict";
import * as vscode from "vscode";
import { readKeptSolves } from "../../src/host/compare/kept";
import { restoreComparison } from "../../src/host/compare/restore";
import { PanelSession } from "../../src/host/panel/session";
import type { Comparison } from "../../src/protocol";
import { access, bars, closeEverything, openFigure, setSetting } from "./access";
import { withAnswers, type Answers } from "./dialogs";

const compare = (): Thenable<unknown> => vscode.commands.executeCommand("figtree.compareMethods");

/** Chooses methods by their titles and agrees. */
const choosing = (...titles: readonly string[]): Answers => ({ pickMany: () => titles, press: (_message, buttons) => buttons.find((button) => button === "Compare") });

/** What a view keeps of a comparison. */
const kept = ({ rows }: Comparison): unknown => ({ solve: null, open: {}, comparison: rows.map(({ id, solve, search }) => ({ row: id, solve, search })) });

describe("comparing methods", () => {
  beforeEach(() => setSetting("search.preset", "quick"));
  afterEach(async () => {
    await closeEverything();
    for (const key of ["search.preset", "search.iterations", "search.samples", "search.temperature"]) await setSetting(key, undefined);
  });

  it("runs what was chosen on the same figure and question, after naming the cost, and keeps each solve", async () => {
    const { services } = await access();
    const session = await openFigure();
    session.setQuestion(bars.question, []);
    const seen: { offered?: readonly string[]; running: number } = { running: 0 };
    const listener = session.onDidChange(() => {
      if (session.state.comparison?.rows.filter(({ state }) => state === "running").length === 1) seen.running += 1;
    });
    const said = await withAnswers({ ...choosing("QA", "CoT"), pickMany: (labels) => {
      seen.offered = labels;
      return ["QA", "CoT"];
    } }, compare);
    listener.dispose();
    assert.deepEqual(seen.offered?.slice(0, 10), ["VReST Greedy", "VReST Best", "VReST Vote", "VReST Weighted", "CoT", "QA", "CoT-Vote", "Best-of-N", "ToT", "Cantor"]);
    assert.ok(seen.offered.indexOf("Ablations and options") < seen.offered.indexOf("VReST Vote, without R1"));
    assert.equal(said.length, 1);
    assert.match(said[0]!, /^Run 2 methods on this figure with /);
    assert.ok(seen.running > 0, "the table shows what runs");
    const { comparison, status, problem } = session.state;
    assert.equal(problem, null);
    assert.equal(status, "idle");
    assert.ok(comparison);
    assert.deepEqual(comparison.rows.map(({ id, state }) => [id, state]), [["cot", "done"], ["qa", "done"]]);
    for (const row of comparison.rows) {
      const stored = await services.store.read(row.solve);
      assert.equal(stored.snapshot.method, row.id);
      assert.equal(stored.snapshot.problem.question, bars.question);
      assert.equal(stored.snapshot.problem.image.sha256, comparison.figure);
      assert.equal(stored.snapshot.settings["seed"], comparison.seed);
      assert.equal(stored.snapshot.best?.answer, row.answer);
    }
    const cot = comparison.rows[0]!;
    assert.equal(cot.answer, bars.answer);
    assert.equal(cot.group, 0);
  });

  it("reads VReST's selections off one search, and keeps a solve of its own for each", async () => {
    const { services } = await access();
    const session = await openFigure();
    session.setQuestion(bars.question, []);
    await withAnswers(choosing("VReST Greedy", "VReST Vote", "VReST Weighted", "VReST Vote, without R1"), compare);
    const { rows } = session.state.comparison!;
    assert.deepEqual(rows.map(({ id, state }) => [id, state]), [["vrest:greedy", "done"], ["vrest:vote", "done"], ["vrest:weighted", "done"], ["vrest:vote[noR1]", "done"]]);
    assert.deepEqual(rows.map(({ search }) => search), [rows[0]!.solve, rows[0]!.solve, rows[0]!.solve, rows[3]!.solve]);
    assert.equal(new Set(rows.map(({ solve }) => solve)).size, 4);
    const stored = await Promise.all(rows.map(({ solve }) => services.store.read(solve)));
    assert.deepEqual(stored.map(({ snapshot }) => [snapshot.id, snapshot.settings["select"], snapshot.settings["noR1"]]), rows.map(({ solve }, index) => [solve, ["greedy", "vote", "weighted", "vote"][index], index === 3]));
    assert.deepEqual(stored.map(({ snapshot }) => snapshot.best?.answer), rows.map(({ answer }) => answer));
    // Two searches would not have begun at the same time.
    const [first, ...others] = stored.map(({ snapshot }) => snapshot);
    for (const other of others.slice(0, 2)) assert.deepEqual([other.startedAt, other.seconds, other.nodes, other.usage], [first!.startedAt, first!.seconds, first!.nodes, first!.usage]);
    assert.notEqual(others[2]!.startedAt, first!.startedAt);
  });

  it("stops all rows of a search together, and begins no other", async () => {
    await setSetting("search.iterations", 400);
    await setSetting("search.temperature", 2);
    const session = await openFigure();
    session.setQuestion(bars.question, []);
    const listener = session.onDidChange(() => {
      if (session.state.comparison?.rows.some(({ state, answer }) => state === "running" && answer !== null) === true) session.stop();
    });
    await withAnswers(choosing("VReST Greedy", "VReST Best", "VReST Vote, with the gate"), compare);
    listener.dispose();
    assert.deepEqual(session.state.comparison!.rows.map(({ id, state, answer }) => [id, state, answer === null]), [["vrest:greedy", "partial", false], ["vrest:best", "partial", false], ["vrest:vote[gate]", "skipped", true]]);
  });

  it("does nothing where the person does not agree to the cost", async () => {
    const session = await openFigure();
    await withAnswers({ pickMany: () => ["QA"] }, compare);
    assert.equal(session.state.comparison, null);
  });

  it("keeps what is there when it is stopped, and begins nothing more", async () => {
    await setSetting("search.samples", 400);
    await setSetting("search.temperature", 2);
    const session = await openFigure();
    // Its first reply is there, and 400 chains are far from done.
    const listener = session.onDidChange(() => {
      if (session.state.comparison?.rows.some(({ id, state, usage }) => id === "cot-vote" && state === "running" && usage.requests > 0) === true) session.stop();
    });
    await withAnswers(choosing("QA", "CoT-Vote", "Cantor"), compare);
    listener.dispose();
    const states = new Map(session.state.comparison!.rows.map(({ id, state }) => [id, state]));
    assert.deepEqual([states.get("qa"), states.get("cot-vote"), states.get("cantor")], ["done", "partial", "skipped"]);
    assert.equal(session.solving, false);
  });

  it("opens a row's search, and comes back from the stored solves after a reload", async () => {
    const { panels, services } = await access();
    const session = await openFigure();
    session.setQuestion(bars.question, []);
    await withAnswers(choosing("QA", "CoT"), compare);
    const comparison = session.state.comparison!;
    await panels.showStored(comparison.rows[0]!.solve);
    assert.equal(panels.followed?.state.snapshot?.id, comparison.rows[0]!.solve);

    const again = new PanelSession(services);
    await restoreComparison(services.store, again, readKeptSolves(kept(comparison)).comparison!);
    assert.deepEqual(again.state.comparison, comparison);
    assert.equal(again.state.question, bars.question);
    assert.equal(again.figure?.image.sha256, comparison.figure);
    again.dispose();

    await services.store.remove(comparison.rows[1]!.solve);
    const later = new PanelSession(services);
    await restoreComparison(services.store, later, readKeptSolves(kept(comparison)).comparison!);
    assert.deepEqual(later.state.comparison?.rows.map(({ state }) => state), ["done", "gone"]);
    later.dispose();
  });
});
