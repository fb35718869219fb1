import assert from "node:assert/strict";
import * as vscode from "vscode";
import { formatTrace } from "../../src/adapters/storage";
import { access, bars, closeEverything, inWorkspace, openFigure, setSetting, until } from "./access";

describe("the trace editor", () => {
  before(() => setSetting("search.preset", "quick"));
  after(() => setSetting("search.preset", undefined));
  afterEach(closeEverything);

  it("opens a saved trace read-only, with its figure", async () => {
    const { panels } = await access();
    const solved = await openFigure();
    await solved.solve(bars.question, []);
    const { snapshot, figure } = solved.state;
    const file = inWorkspace("bars.figtree.json");
    await vscode.workspace.fs.writeFile(file, formatTrace(snapshot!, solved.figure!.image, figure!.name));
    await closeEverything();
    await vscode.commands.executeCommand("vscode.open", file);
    await until(() => panels.followed !== undefined && vscode.window.tabGroups.activeTabGroup.activeTab !== undefined);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.equal(input instanceof vscode.TabInputCustom && input.viewType, "figtree.trace");
    const { state } = panels.followed!;
    assert.equal(state.mode, "trace");
    assert.deepEqual(state.snapshot?.best, snapshot!.best);
    assert.equal(state.figure?.info.sha256, figure!.info.sha256);
    await panels.followed!.solve("Another question?", []);
    assert.equal(panels.followed!.state.snapshot?.id, snapshot!.id);
  });

  it("says that a file is no trace", async () => {
    const { panels } = await access();
    const file = inWorkspace("broken.figtree.json");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('{"figtree": '));
    await vscode.commands.executeCommand("vscode.open", file);
    await until(() => panels.followed !== undefined);
    assert.equal(panels.followed!.state.problem?.what, "This is not a Figtree trace.");
  });
});
