import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { contextDefaults, retrievalDefaults } from "../../../src/core/exemplars";
import { presets, methodNames, settingRanges } from "../../../src/core/solve";
import { commandIds, contextKeys, exemplarsView, figureExtensions, libraryScheme, panelViewType, searchTreeView, traceEditorType } from "../../../src/host/ids";
import { libraryKeys, otherKeys, solveKeys } from "../../../src/host/settings/keys";
import { embedderKinds, exemplarModes, exemplarRewards, libraryRanges } from "../../../src/host/settings/read-library";

const root = path.join(__dirname, "../../..");

interface Setting {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface MenuEntry {
  readonly command: string;
  readonly when?: string;
}

interface Manifest {
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown; readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly keybindings?: unknown;
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

const manifestText = readFileSync(path.join(root, "package.json"), "utf8");
const manifest = JSON.parse(manifestText) as Manifest;
const strings = JSON.parse(readFileSync(path.join(root, "package.nls.json"), "utf8")) as Readonly<Record<string, string>>;
const { contributes } = manifest;
const settings = Object.assign({}, ...contributes.configuration.map(({ properties }) => properties)) as Readonly<Record<string, Setting>>;
const conditions = [...contributes.viewsWelcome.map(({ when }) => when), ...Object.values(contributes.menus).flat().map(({ when }) => when), ...contributes.commands.map(({ enablement }) => enablement)].filter((when) => when !== undefined);

describe("package.json", () => {
  it("declares the commands that have handlers", () => {
    expect(contributes.commands.map(({ command }) => command).sort()).toEqual([...commandIds].sort());
    for (const entry of Object.values(contributes.menus).flat()) expect(commandIds).toContain(entry.command);
    expect(contributes.commands.every(({ category }) => category === "Figtree")).toBe(true);
    expect(contributes.keybindings).toBeUndefined();
  });

  it("declares the views and editors that have providers", () => {
    expect(Object.values(contributes.views).flat().map(({ id }) => id)).toEqual([searchTreeView, exemplarsView]);
    expect([...new Set(contributes.viewsWelcome.map(({ view }) => view))]).toEqual([searchTreeView, exemplarsView]);
    expect(contributes.customEditors.map(({ viewType }) => viewType)).toEqual([traceEditorType]);
    expect(manifest.activationEvents).toEqual([`onWebviewPanel:${panelViewType}`, `onFileSystem:${libraryScheme}`]);
  });

  it("uses only context keys that the code sets, and all of them", () => {
    const used = new Set(conditions.flatMap((when) => when.match(/figtree:\w+/g) ?? []));
    expect([...used].sort()).toEqual(Object.values(contextKeys).sort());
  });

  it("offers the menus on exactly the figure files that can be chosen", () => {
    const pattern = /resourceExtname =~ \/(.*)\/i/;
    const menus = [...contributes.menus["explorer/context"]!, ...contributes.menus["editor/title/context"]!];
    expect(menus.length).toBeGreaterThan(1);
    for (const { when } of menus) {
      const extensions = new RegExp(pattern.exec(when!)![1]!, "i");
      for (const extension of figureExtensions) expect(`.${extension}`).toMatch(extensions);
      for (const other of [".ts", ".md", ".pngx", ".json", ""]) expect(other).not.toMatch(extensions);
    }
  });

  it("declares the settings that are read", () => {
    const read = [...Object.values(solveKeys), ...Object.values(otherKeys), ...Object.values(libraryKeys)].map((key) => `figtree.${key}`);
    expect(Object.keys(settings).sort()).toEqual(read.sort());
  });

  it.each(Object.entries(settingRanges))("gives %s the range that the solver allows", (name, { min, max, integer }) => {
    const setting = settings[`figtree.${solveKeys[name as keyof typeof settingRanges]}`]!;
    expect([setting.minimum, setting.maximum]).toEqual([min, max]);
    expect(setting.type).toEqual([integer ? "integer" : "number", "null"]);
    expect(setting.default).toBeNull();
  });

  it.each(Object.entries(libraryRanges))("gives %s of the library the range that retrieval allows, and its default", (name, { min, max, integer }) => {
    const setting = settings[`figtree.${libraryKeys[name as keyof typeof libraryRanges]}`]!;
    expect([setting.minimum, setting.maximum, setting.type]).toEqual([min, max, integer ? "integer" : "number"]);
    const defaults: Readonly<Record<string, unknown>> = { ...retrievalDefaults, count: retrievalDefaults.exemplars, contextCandidates: contextDefaults.contexts, contextVerifications: contextDefaults.verifications };
    expect(setting.default).toBe(defaults[name]);
  });

  it("offers every embedder, mode and reward", () => {
    expect([settings["figtree.library.embedder"]!.enum, settings["figtree.exemplars.mode"]!.enum, settings["figtree.exemplars.reward"]!.enum]).toEqual([embedderKinds, exemplarModes, exemplarRewards]);
  });

  it("knows the solver's methods and presets", () => {
    expect([...settings["figtree.search.method"]!.enum!].sort()).toEqual([...methodNames].sort());
    expect([...settings["figtree.search.preset"]!.enum!].sort()).toEqual(Object.keys(presets).sort());
  });

  it("gives every setting a default and a sentence, and every choice one as well", () => {
    for (const [name, setting] of Object.entries(settings)) {
      expect(setting, name).toHaveProperty("default");
      expect(setting.description ?? setting.markdownDescription, name).toMatch(/^%.+%$/);
      if (setting.enum !== undefined) expect(setting.enumDescriptions, name).toHaveLength(setting.enum.length);
    }
  });

  it("keeps what steers the network out of a workspace's reach", () => {
    for (const [name, { scope }] of Object.entries(settings)) if (/^figtree\.(model|endpoint|embedded|vscodeModel|hub|discovery|budget|library|exemplars|contexts)\b/.test(name)) expect(scope, name).toBe("machine");
    const rest = Object.keys(settings).filter((name) => settings[name]!.scope !== "machine");
    expect([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort()).toEqual(rest.sort());
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe("limited");
    expect(manifest.extensionKind).toEqual(["workspace"]);
  });

  it("finds every string in package.nls.json and leaves none unused", () => {
    const used = [...manifestText.matchAll(/"%([^%"]+)%"/g)].map((match) => match[1]!);
    expect([...new Set(used)].sort()).toEqual(Object.keys(strings).sort());
    for (const [key, text] of Object.entries(strings)) {
      if (key.startsWith("setting.")) expect(text, key).toMatch(/\.$/);
      expect(text, key).not.toMatch(/\p{Extended_Pictographic}/u);
    }
  });

  it("asks for the VS Code version whose types it is built with", () => {
    expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"]!}`);
    expect(manifest.categories).toHaveLength(1);
  });
});

describe("the host's code", () => {
  const files = readdirSync(path.join(root, "src/host"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const source = (file: string): string => readFileSync(path.join(root, "src/host", file), "utf8");

  it("names commands, context keys and settings only as they are declared", () => {
    for (const file of files) {
      const text = source(file);
      for (const [, id] of text.matchAll(/executeCommand\("(figtree\.[\w.]+)"/g)) expect(commandIds, file).toContain(id);
      for (const [, id] of text.matchAll(/command: "(figtree\.[\w.]+)"/g)) expect(commandIds, file).toContain(id);
    }
  });

  it("shows no text to a person that cannot be translated", () => {
    for (const file of files) expect(source(file), file).not.toMatch(/show(?:Information|Warning|Error)Message\(\s*["'`]/);
  });
});
