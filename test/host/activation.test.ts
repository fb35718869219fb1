import assert from "node:assert/strict";
import * as vscode from "vscode";
import { access, extension } from "./access";

describe("activation", () => {
  it("registers every command of package.json", async () => {
    await access();
    const { commands } = (extension().packageJSON as { contributes: { commands: { command: string }[] } }).contributes;
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(commands.filter(({ command }) => !registered.has(command)), []);
  });

  it("loads neither a model nor a native module", async () => {
    await access();
    const loaded = Object.keys(require.cache).filter((file) => /node_modules.(sharp|@huggingface|onnxruntime|@lancedb|apache-arrow)/.test(file));
    assert.deepEqual(loaded, []);
  });
});
