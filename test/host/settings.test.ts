import assert from "node:assert/strict";
import * as vscode from "vscode";
import { access, inWorkspace, setSetting, until } from "./access";

const workspaceSettings = (): vscode.Uri => inWorkspace(".vscode/settings.json");

async function writeWorkspaceSettings(values: object): Promise<void> {
  await vscode.workspace.fs.writeFile(workspaceSettings(), new TextEncoder().encode(JSON.stringify(values)));
}

describe("settings", () => {
  afterEach(async () => {
    await vscode.workspace.fs.delete(inWorkspace(".vscode"), { recursive: true, useTrash: false }).then(undefined, () => undefined);
    for (const key of ["endpoint.baseUrl", "endpoint.model", "hub.host", "search.width"]) await setSetting(key, undefined);
    // VS Code sees a deleted settings file when its watcher tells it: until then the workspace's width still counts.
    await until(() => vscode.workspace.getConfiguration("figtree").inspect("search.width")?.workspaceValue === undefined);
  });

  it("uses the embedded sample model and the balanced preset by default", async () => {
    const { services } = await access();
    const { place, preset, method, solve } = services.settings.current();
    assert.deepEqual(place, { kind: "embedded", model: null });
    assert.deepEqual([preset, method, solve.iterations, solve.width, solve.depth], ["balanced", "vrest", 6, 4, 6]);
  });

  it("lets no workspace redirect the endpoint, but change the search", async () => {
    const { services } = await access();
    await setSetting("endpoint.baseUrl", "http://127.0.0.1:9/v1");
    await setSetting("endpoint.model", "mine");
    await setSetting("hub.host", "https://hub.example");
    await writeWorkspaceSettings({ "figtree.model.source": "vscode", "figtree.vscodeModel": "their/model", "figtree.hub.host": "https://elsewhere.example", "figtree.discovery.ports": [1], "figtree.endpoint.inFlight": 200, "figtree.endpoint.baseUrl": "https://elsewhere.example/v1", "figtree.endpoint.model": "theirs", "figtree.embedded.model": "/elsewhere", "figtree.budget.maxCalls": 1_000_000, "figtree.search.width": 7 });
    await until(() => services.settings.current().solve.width === 7);
    const { place, solve, hubHost } = services.settings.current();
    assert.equal(hubHost, "https://hub.example");
    assert.deepEqual(services.settings.discoveryPorts(), [11434, 1234, 8080, 8000, 30000]);
    assert.equal(place.kind === "endpoint" && place.inFlight, 8);
    assert.equal(place.kind === "endpoint" && place.origin, "http://127.0.0.1:9");
    assert.equal(place.kind === "endpoint" && place.model, "mine");
    assert.equal(solve.maxCalls, null);
  });

  it("names the setting that is out of range", async () => {
    const { services } = await access();
    await setSetting("search.width", 0);
    assert.throws(() => services.settings.current(), { code: "input.invalid", details: { field: "width", value: "0", message: "It must be a whole number from 1 to 32." } });
  });
});
