import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sentenceCalls, sourcesIn, withoutTranslator, wordingFunctions, wordsInMarkup } from "../../fixtures/sentences";

const root = path.join(__dirname, "../../..");

type Strings = Readonly<Record<string, string>>;
const read = (file: string): Strings => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Strings;

/** The keys of a flat object in the order of the file; `JSON.parse` would hide one that stands there twice. */
function keysIn(file: string): readonly string[] {
  const source = ts.parseJsonText(file, readFileSync(path.join(root, file), "utf8"));
  const object = source.statements[0]!.expression as ts.ObjectLiteralExpression;
  return object.properties.map(({ name }) => (name as ts.StringLiteral).text);
}

const surfaces = { host: sourcesIn("src/host"), protocol: sourcesIn("src/protocol"), panel: sourcesIn("webview") };
const callsOf = { host: surfaces.host.flatMap(sentenceCalls), protocol: surfaces.protocol.flatMap(sentenceCalls), panel: surfaces.panel.flatMap(sentenceCalls) };
const calls = Object.values(callsOf).flat();
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

describe("the sentences of host, panel and failures in simplified Chinese", () => {
  const chinese = read(bundleFile);

  it.each([["host", 200], ["protocol", 150], ["panel", 150]] as const)("are found in the code: %s", (surface, least) => {
    expect(callsOf[surface].length).toBeGreaterThan(least);
  });

  it("are those of the code, each once", () => {
    expect(calls.filter(({ sentences }) => sentences.includes(null)).map(({ place }) => place)).toEqual([]);
    expect([...keysIn(bundleFile)].sort()).toEqual([...new Set(calls.flatMap(({ sentences }) => sentences))].sort());
  });

  it("keep the places of values and how a sentence ends, and are not empty", () => {
    for (const [english, translation] of Object.entries(chinese)) {
      expect(translation.trim(), english).not.toBe("");
      expect(placeholders(translation), english).toEqual(placeholders(english));
      for (const [mark, theirs] of [["...", "..."], ["…", "…"], [".", "。"], ["?", "？"], [":", "："]] as const) expect(translation.endsWith(theirs), `${english} ends in ${mark}`).toBe(english.endsWith(mark) && (mark !== "." || !english.endsWith("...")));
    }
  });

  it("have full-width marks beside Chinese letters", () => {
    for (const translation of Object.values(chinese)) expect(translation).not.toMatch(/[\p{sc=Han}”）][,.;:?!](?!\.\.)|\p{sc=Han} ?\(|(?<!P\(Yes)\) ?\p{sc=Han}/u);
  });

  it("are given as many values as they have places", () => {
    for (const { place, sentences, values } of calls) if (values !== null) for (const sentence of sentences) expect(placeholders(sentence ?? ""), `${place} ${sentence}`).toEqual(Array.from({ length: values }, (_, index) => `{${index}}`));
  });
});

describe("no surface of VS Code speaks English by oversight", () => {
  it("hands the translator to every function that words something", () => {
    const names = new Set(surfaces.protocol.flatMap(wordingFunctions));
    for (const name of ["describeError", "describeWarning", "describeConfidence", "describeComparison", "retrievalTitle"]) expect(names).toContain(name);
    expect([...surfaces.host, ...surfaces.panel].flatMap((source) => withoutTranslator(source, names))).toEqual([]);
  });

  it("has no bare words in the markup of the panel", () => {
    expect(surfaces.panel.flatMap(wordsInMarkup)).toEqual([]);
  });
});

describe("the manifest", () => {
  it("names the folder of the translations", () => {
    const { l10n } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { readonly l10n?: string };
    expect(l10n).toBe("./l10n");
  });
});
