import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = path.join(__dirname, "../../..");
const hostFolder = path.join(root, "src/host");

type Strings = Readonly<Record<string, string>>;
const read = (file: string): Strings => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Strings;

/** The keys of a flat object in the order of the file; `JSON.parse` would hide one that stands there twice. */
function keysIn(file: string): readonly string[] {
  const source = ts.parseJsonText(file, readFileSync(path.join(root, file), "utf8"));
  const object = source.statements[0]!.expression as ts.ObjectLiteralExpression;
  return object.properties.map(({ name }) => (name as ts.StringLiteral).text);
}

interface Call {
  readonly place: string;
  /** The first argument; null where it is no literal. */
  readonly text: string | null;
  readonly values: number;
}

/** Every call of `vscode.l10n.t` in one file. */
function callsIn(file: string): readonly Call[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(hostFolder, file), "utf8"), ts.ScriptTarget.Latest, true);
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "vscode.l10n.t") {
      const [first, ...values] = node.arguments;
      calls.push({ place: `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`, text: first !== undefined && ts.isStringLiteralLike(first) ? first.text : null, values: values.length });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return calls;
}

const files = readdirSync(hostFolder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
const calls = files.flatMap(callsIn);
const placeholders = (text: string): readonly string[] => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();
/** What a translation has to keep as it is: code, and the commands of links. */
const kept = (text: string): readonly string[] => (text.match(/`[^`]*`|\(command:[\w.]+\)/g) ?? []).sort();

const manifestFile = "package.nls.json";
const manifestTranslation = "package.nls.zh-cn.json";
const bundleFile = "l10n/bundle.l10n.zh-cn.json";

describe("the strings of the manifest in simplified Chinese", () => {
  const english = read(manifestFile);
  const chinese = read(manifestTranslation);

  it("are those of package.nls.json, each once", () => {
    expect([...keysIn(manifestTranslation)].sort()).toEqual(Object.keys(english).sort());
  });

  it("keep code, commands and how a text ends", () => {
    for (const [key, from] of Object.entries(english)) {
      const to = chinese[key]!;
      expect(to.trim(), key).not.toBe("");
      expect(kept(to), key).toEqual(kept(from));
      expect(to.endsWith("。"), key).toBe(from.endsWith(".") && !from.endsWith("..."));
      expect(to.endsWith("..."), key).toBe(from.endsWith("..."));
    }
  });
});

describe("the strings of the host in simplified Chinese", () => {
  const chinese = read(bundleFile);

  it("are those of the code, each once", () => {
    expect(calls.length).toBeGreaterThan(200);
    expect(calls.filter(({ text }) => text === null)).toEqual([]);
    expect([...keysIn(bundleFile)].sort()).toEqual([...new Set(calls.map(({ text }) => text))].sort());
  });

  it("keep the places of values, and are not empty", () => {
    for (const [english, translation] of Object.entries(chinese)) {
      expect(translation.trim(), english).not.toBe("");
      expect(placeholders(translation), english).toEqual(placeholders(english));
      expect(translation.endsWith("..."), english).toBe(english.endsWith("..."));
    }
  });

  it("are given as many values as they have places", () => {
    for (const { place, text, values } of calls) expect(placeholders(text ?? ""), place).toEqual(Array.from({ length: values }, (_, index) => `{${index}}`));
  });
});

describe("the package", () => {
  it("finds the translations and keeps them", () => {
    const { l10n } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly l10n?: string };
    expect(l10n).toBe("./l10n");
    const rules = readFileSync(path.join(root, ".vscodeignore"), "utf8").trim().split("\n");
    expect(rules[0]).toBe("**");
    for (const rule of ["!package.nls*.json", "!l10n/**"]) expect(rules).toContain(rule);
    expect(rules.filter((rule) => /^(?:package\.nls|l10n)/.test(rule))).toEqual([]);
  });
});
