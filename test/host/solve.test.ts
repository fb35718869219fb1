import assert from "node:assert/strict";
import * as vscode from "vscode";
import { access, bars, closeEverything, inWorkspace, openFigure, setSetting } from "./access";

/** A search that is far from done after its first iteration. */
const wide: Readonly<Record<string, unknown>> = { "search.iterations": 200, "search.width": 16, "search.temperature": 2, "search.topP": 1, "search.earlyStop": false };

async function widen(): Promise<void> {
  for (const [key, value] of Object.entries(wide)) await setSetting(key, value);
}

describe("solving with the embedded model", () => {
  beforeEach(() => setSetting("search.preset", "quick"));
  afterEach(async () => {
    await closeEverything();
    for (const key of ["search.preset", ...Object.keys(wide)]) await setSetting(key, undefined);
  });

  it("answers a bundled figure, shows the tree and keeps the trace", async () => {
    const { tree, services } = await access();
    const session = await openFigure();
    await session.solve(bars.question, []);
    const { snapshot, status, problem } = session.state;
    assert.equal(problem, null);
    assert.equal(status, "done");
    assert.ok(snapshot);
    assert.equal(snapshot.best?.answer, bars.answer);
    assert.equal(snapshot.outcome?.partial, false);

    const top = tree.getChildren();
    assert.deepEqual(top, snapshot.nodes.filter((node) => node.parent === 0).map((node) => node.id));
    const best = snapshot.traces[snapshot.best.trace]!.nodes;
    const item = tree.getTreeItem(best[0]!);
    const node = snapshot.nodes[best[0]!]!;
    assert.equal(item.label, `${node.value!.toFixed(2)} (${node.visits}) ${node.subQuestion}`);
    assert.equal(item.description, node.answer);
    const last = snapshot.nodes[best.at(-1)!]!;
    assert.equal(tree.getTreeItem(last.id).label, `${last.value!.toFixed(2)} (${last.visits}) What is the sum of B and E?`);
    assert.equal(item.iconPath instanceof vscode.ThemeIcon && item.iconPath.id, "star-full");
    assert.equal(tree.getParent(best[1]!), best[0]);

    const stored = await services.store.read(snapshot.id);
    assert.deepEqual(stored.snapshot.nodes, snapshot.nodes);
    assert.equal(stored.image?.sha256, snapshot.problem.image.sha256);
    assert.equal((await services.store.list())[0]?.id, snapshot.id);
  });

  it("follows a selection of the tree in the panel", async () => {
    const { panels } = await access();
    const session = await openFigure();
    await session.solve(bars.question, []);
    await vscode.commands.executeCommand("figtree.revealNode", 2);
    assert.equal(panels.followed, session);
    assert.equal(session.state.selectedNode, 2);
  });

  it("is not disturbed by a figure that was still being read when it began", async () => {
    const session = await openFigure();
    await Promise.all([session.setFigureFromUri(inWorkspace("007-bars.png")), session.solve(bars.question, [])]);
    assert.equal(session.state.figure?.name, bars.file);
    assert.equal(session.state.snapshot?.best?.answer, bars.answer);
  });

  it("keeps what was found when it is stopped", async () => {
    const { services } = await access();
    await widen();
    const session = await openFigure();
    const listener = session.onDidChange(() => {
      if ((session.state.snapshot?.iterations ?? 0) >= 1) session.stop();
    });
    await session.solve(bars.question, []);
    listener.dispose();
    const { snapshot } = session.state;
    assert.equal(snapshot?.outcome?.reason, "cancelled");
    assert.equal(snapshot.outcome.partial, true);
    assert.ok(snapshot.best, "one iteration has brought an answer");
    assert.deepEqual((await services.store.read(snapshot.id)).snapshot.best, snapshot.best);
  });

  it("keeps the trace of a solve whose panel was closed", async () => {
    const { services } = await access();
    await widen();
    const session = await openFigure();
    let id = "";
    let closing: Promise<void> | undefined;
    const listener = session.onDidChange(() => {
      if ((session.state.snapshot?.nodes.length ?? 0) <= 1 || id !== "") return;
      id = session.state.snapshot!.id;
      closing = closeEverything();
    });
    await session.solve(bars.question, []);
    listener.dispose();
    await closing;
    const { snapshot } = await services.store.read(id);
    assert.ok(snapshot.nodes.length > 1);
    assert.equal(snapshot.outcome?.reason, "cancelled");
  });

  it("says in a sentence that a file is no picture", async () => {
    await vscode.workspace.fs.writeFile(inWorkspace("page.png"), new TextEncoder().encode("<!DOCTYPE html><html><body>Not found</body></html>"));
    const { panels } = await access();
    await vscode.commands.executeCommand("figtree.solveDiagram", inWorkspace("page.png"));
    const state = panels.followed?.state;
    assert.equal(state?.figure, null);
    assert.match(state.problem?.what ?? "", /not a picture/);
  });

  it("says what is wrong with an endpoint that is down", async () => {
    await setSetting("endpoint.baseUrl", "http://127.0.0.1:9/v1");
    await setSetting("endpoint.model", "any");
    try {
      const session = await openFigure();
      await session.solve(bars.question, []);
      assert.match(session.state.problem?.what ?? "", /^http:\/\/127\.0\.0\.1:9 cannot be reached/);
      // Found out before the search began, so that there is nothing to show yet.
      assert.equal(session.state.status, "idle");
    } finally {
      await setSetting("endpoint.baseUrl", undefined);
      await setSetting("endpoint.model", undefined);
    }
  });

  it("brings a panel back from what its view kept", async () => {
    const { panels } = await access();
    const session = await openFigure();
    await session.solve(bars.question, []);
    const { snapshot } = session.state;
    await closeEverything();
    const panel = vscode.window.createWebviewPanel("figtree.panel", "Restored", vscode.ViewColumn.One);
    await panels.deserializeWebviewPanel(panel, { solve: snapshot!.id, open: {} });
    const restored = panels.followed?.state;
    assert.equal(restored?.mode, "solve");
    assert.deepEqual(restored.snapshot?.nodes, snapshot!.nodes);
    assert.equal(restored.figure?.info.sha256, snapshot!.problem.image.sha256);
    assert.equal(restored.question, bars.question);
  });
});
