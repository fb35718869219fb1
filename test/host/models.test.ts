import assert from "node:assert/strict";
import * as vscode from "vscode";
import { createModelStore } from "../../src/adapters/hub";
import { createNodeFetch } from "../../src/adapters/openai";
import { systemClock } from "../../src/adapters/system";
import { silentLogger } from "../../src/core/ports";
import type { ChooseContext, ModelItem } from "../../src/host/commands/choose/context";
import { editorItems } from "../../src/host/commands/choose/editor";
import { localItems } from "../../src/host/commands/choose/local";
import { findLocalServers, type LocalServer } from "../../src/host/models/local/discover";
import type { PanelSession } from "../../src/host/panel/session";
import { startFakeOllama, type FakeOllama } from "../fixtures/fake-ollama";
import { startScriptedServer } from "../fixtures/scripted-server";
import { completionOf } from "../fixtures/zoo/animal";
import { drawFigure } from "../fixtures/zoo/picture";
import { view } from "../fixtures/zoo/viewer";
import { access, closeEverything, inWorkspace, openFigure, setSetting, until } from "./access";
import { withAnswers, type Answers } from "./dialogs";
import { registerViewer, type Viewer } from "./viewer-provider";

const question = "What is the number in the figure plus 15?";
const keysOfTests = ["model.source", "endpoint.model", "endpoint.baseUrl", "vscodeModel", "discovery.ports", "search.preset"];

async function context(): Promise<ChooseContext> {
  const { keys, services } = await access();
  return { keys, services, installed: () => createModelStore({ folder: inWorkspace("models").fsPath, clock: systemClock, logger: silentLogger }) };
}

async function serversAt(...ports: number[]): Promise<LocalServer[]> {
  const connection = createNodeFetch();
  const found: LocalServer[] = [];
  await findLocalServers(ports, connection.fetch, new AbortController().signal, (server) => found.push(server), 60_000);
  connection.close();
  return found;
}

async function choose(items: readonly ModelItem[], label: string): Promise<void> {
  const item = items.find((each) => each.label === label);
  assert.ok(item?.choose, `${label} is offered`);
  await item.choose();
}

async function solveFigure(): Promise<PanelSession> {
  await vscode.workspace.fs.writeFile(inWorkspace("number.png"), (await drawFigure(27)).bytes);
  const session = await openFigure("number.png");
  await session.solve(question, []);
  return session;
}

/** Agrees to where figures go, and has no key. */
const agreeing: Answers = { press: (_message, buttons) => buttons[0], type: () => "" };

/** The same figure, and what was asked meanwhile. */
async function solveAgreeing(): Promise<{ readonly session: PanelSession; readonly asked: readonly string[] }> {
  let session: PanelSession | undefined;
  const asked = await withAnswers(agreeing, async () => void (session = await solveFigure()));
  return { session: session!, asked };
}

describe("choosing a model", () => {
  let ollama: FakeOllama;
  beforeEach(async () => {
    ollama = await startFakeOllama();
    await setSetting("search.preset", "quick");
  });
  afterEach(async () => {
    await closeEverything();
    for (const key of keysOfTests) await setSetting(key, undefined);
    await ollama.close();
  });

  it("finds a server on a loopback port, lists the models that see, and solves through the one that is chosen", async () => {
    const [server, ...others] = await serversAt(ollama.port, 9);
    assert.deepEqual(others, []);
    assert.deepEqual(server, { origin: `http://localhost:${ollama.port}`, baseUrl: `http://localhost:${ollama.port}/v1`, title: "Ollama", models: [{ name: "viewer:7b", sight: "sees" }], pulls: true });
    await choose(localItems(await context(), server), "viewer:7b");
    const { services } = await access();
    const { place } = services.settings.current();
    assert.deepEqual([place.kind, place.model], ["endpoint", "viewer:7b"]);
    const said = new Set<string>();
    const { panels } = await access();
    const listener = panels.onDidChangeFollowed(() => said.add(panels.followed?.state.progress ?? ""));
    const session = await solveFigure();
    listener.dispose();
    assert.equal(session.state.problem, null);
    assert.equal(session.state.snapshot?.best?.answer, "42");
    assert.equal(session.state.snapshot.model.vision, "sees");
    assert.ok(said.has("Finding out what the endpoint can do"));
    assert.equal(session.state.progress, null);
  });

  it("stops the silent probe with the panel's Stop", async () => {
    const stuck = await startScriptedServer(() => undefined);
    try {
      await setSetting("endpoint.model", "any");
      await setSetting("endpoint.baseUrl", `${stuck.origin}/v1`);
      const session = await openFigure();
      const solving = session.solve(question, []);
      await stuck.arrived(1);
      await until(() => session.state.status === "solving");
      session.stop();
      await solving;
      assert.equal(session.state.status, "idle");
      assert.equal(session.state.problem, null);
      for (const { closed } of stuck.requests) assert.equal(await closed, true);
    } finally {
      await stuck.close();
    }
  });

  it("shows what an endpoint can do, and keeps it for the next solve", async () => {
    const [server] = await serversAt(ollama.port);
    await choose(localItems(await context(), server!), "viewer:7b");
    await vscode.commands.executeCommand("figtree.testConnection");
    await until(() => vscode.window.activeTextEditor?.document.uri.scheme === "figtree-connection");
    const { document } = vscode.window.activeTextEditor!;
    assert.match(document.getText(), /Sees pictures +yes: a picture adds tokens, a drawn number was read back\n +Figtree: Solves\./);
    assert.match(document.getText(), /Several replies to a request \(n\) +no, one reply comes back/);
    const before = ollama.requests.length;
    const session = await solveFigure();
    assert.equal(session.state.snapshot?.best?.answer, "42");
    assert.ok(!JSON.stringify(ollama.bodies.slice(before)).includes("written in the picture"), "nothing was probed again");
  });

  it("says in one sentence that a model is blind, and offers another one", async () => {
    await setSetting("endpoint.model", "plain:1b");
    await setSetting("endpoint.baseUrl", `${ollama.origin}/v1`);
    const session = await solveFigure();
    assert.equal(session.state.problem?.what, "The model plain:1b cannot see pictures.");
    assert.deepEqual(session.state.problem.action, { label: "Choose Model", command: "chooseModel" });
  });
});

describe("a language model of VS Code", () => {
  let viewer: Viewer;
  beforeEach(async () => {
    viewer = await registerViewer();
    await until(async () => (await editorItems()).length > 0);
    await setSetting("search.preset", "quick");
  });
  afterEach(async () => {
    await closeEverything();
    viewer.dispose();
    await until(async () => (await editorItems()).length === 0);
    for (const key of keysOfTests) await setSetting(key, undefined);
  });

  it("is listed, named before the first figure is sent, and solves", async () => {
    await choose(await editorItems(), "Viewer");
    const { place } = (await access()).services.settings.current();
    assert.deepEqual(place, { kind: "vscode", model: "figtree-test/viewer" });
    const { session, asked } = await solveAgreeing();
    assert.deepEqual(asked, ["Send figures to figtree-test?"]);
    assert.equal(session.state.problem, null);
    assert.equal(session.state.snapshot?.best?.answer, "42");
    assert.deepEqual(session.state.snapshot.model.place, "VS Code (figtree-test)");
    assert.ok(viewer.requests.every(({ images }) => images === 1), "every request carries the figure");
  });

  it("is told when a solve is stopped", async () => {
    viewer.behaviour = "stuck";
    await setSetting("vscodeModel", "figtree-test/viewer");
    await setSetting("model.source", "vscode");
    const session = await openFigure();
    await withAnswers(agreeing, async () => {
      const solving = session.solve(question, []);
      await until(() => viewer.requests.length > 0);
      session.stop();
      await solving;
    });
    assert.equal(session.state.snapshot?.outcome?.reason, "cancelled");
    await until(() => viewer.requests.every(({ cancelled }) => cancelled));
  });

  for (const [behaviour, sentence] of [["blocked", /takes no more requests for Viewer/], ["noPermissions", /does not let Figtree use Viewer/], ["broken", /The model Viewer of figtree-test failed\./]] as const) {
    it(`says in a sentence what is wrong: ${behaviour}`, async () => {
      viewer.behaviour = behaviour;
      await setSetting("vscodeModel", "figtree-test/viewer");
      await setSetting("model.source", "vscode");
      const { session } = await solveAgreeing();
      assert.match(session.state.problem?.what ?? "", sentence);
    });
  }

  it("says which models there are when the one that is set is gone", async () => {
    await setSetting("vscodeModel", "elsewhere/gone");
    await setSetting("model.source", "vscode");
    const session = await solveFigure();
    assert.equal(session.state.problem?.what, "VS Code has no language model named elsewhere/gone.");
    assert.match(session.state.problem.meaning, /figtree-test\/viewer/);
  });
});

describe("VS Code's proxy", () => {
  afterEach(async () => {
    await closeEverything();
    await vscode.workspace.getConfiguration("http").update("proxy", undefined, vscode.ConfigurationTarget.Global);
    for (const key of keysOfTests) await setSetting(key, undefined);
    await (await access()).keys.remove("http://models.example");
  });

  it("is on the way to an endpoint elsewhere", async () => {
    const proxy = await startScriptedServer(async ({ request: { method, body }, json }) => {
      if (method !== "POST") return json(404, {});
      json(200, completionOf(await view(body), body));
    });
    try {
      await vscode.workspace.getConfiguration("http").update("proxy", proxy.origin, vscode.ConfigurationTarget.Global);
      await setSetting("search.preset", "quick");
      await setSetting("endpoint.model", "viewer-7b");
      await setSetting("endpoint.baseUrl", "http://models.example/v1");
      const { session, asked } = await solveAgreeing();
      assert.deepEqual(asked, ["Send figures to models.example?"]);
      assert.equal(session.state.snapshot?.best?.answer, "42");
      assert.ok(proxy.requests.every(({ url }) => url.startsWith("http://models.example/")));
    } finally {
      await proxy.close();
    }
  });
});
