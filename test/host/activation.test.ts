import assert from "node:assert/strict";
import * as vscode from "vscode";

describe("activation", () => {
  it("activates", async () => {
    const extension = vscode.extensions.getExtension("figtree.figtree");
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
  });
});
