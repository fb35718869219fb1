import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, workplace, writeSet, type Workplace } from "./library-harness";

let place: Workplace;
let set: string;
let library: string;
beforeAll(async () => {
  place = await workplace();
  set = await writeSet(path.join(place.folder, "set"), 2);
  library = path.join(place.folder, "library");
  await place.printed(["library", "import", set, "--library", library, "--yes", "--no-vectors"]);
});
afterAll(() => place.clean());

const figure = path.join(root, "media/samples/003-triangle.png");

describe("where there is no library, one sentence says so and none is made", () => {
  const commands: Record<string, string[]> = {
    list: ["library", "list"], search: ["library", "search", "words"], stats: ["library", "stats"], contexts: ["library", "contexts"], embed: ["library", "embed"],
    export: ["library", "export", "pack", "--licence", "MIT"], remove: ["library", "remove", "--all", "--yes"], restore: ["library", "restore"], solve: ["solve", figure, "--method", "qa"],
  };
  for (const [name, command] of Object.entries(commands)) {
    test(name, async () => {
      const nowhere = path.join(place.folder, `no ${name}`);
      const { code, stdout, stderr } = await place.figtree(...command, "--library", nowhere);
      expect([code, stdout, stderr]).toEqual([2, "", `There is no exemplar library in ${nowhere}. Nothing has been imported into it or added to it yet. Check the folder or address, or import exemplars into it first.\n`]);
      expect(existsSync(nowhere)).toBe(false);
    });
  }

  test("an empty folder stays empty, and --json prints one object", async () => {
    const empty = path.join(place.folder, "empty");
    await mkdir(empty);
    expect(await place.printed(["library", "stats", "--library", empty], 2)).toMatchObject({ error: { code: "library.notFound", sentence: expect.stringContaining("There is no exemplar library") as string } });
    expect(await readdir(empty)).toEqual([]);
  });
});

describe("bad input: one sentence and exit code 2", () => {
  const cases: Record<string, [(at: string) => string[], RegExp]> = {
    "no such file": [(at) => ["library", "import", "nowhere.jsonl", "--library", at, "--yes"], /nowhere\.jsonl was not found/],
    "a file without records": [(at) => ["library", "import", path.join(root, "LICENSE"), "--library", at, "--yes"], /LICENSE cannot be imported/],
    "fields that say nothing": [(at) => ["library", "import", path.join(root, "package.json"), "--library", at, "--yes"], /--set question=FIELD --set answer=FIELD --set image=FIELD\. The fields are /],
    "a field that is not there": [(at) => ["library", "import", set, "--library", at, "--yes", "--set", "answer=nothing"], /nothing/],
    "an entry that is none": [(at) => ["library", "import", set, "--library", at, "--yes", "--set", "colour=answer"], /mapping of colour/],
    "a mapping that is no JSON": [(at) => ["library", "import", set, "--library", at, "--yes", "--mapping", figure], /--mapping.*not JSON/],
    "nobody to ask": [(at) => ["library", "import", set, "--library", at], /Nothing was imported\. Add --yes/],
    "a limit of nothing": [(at) => ["library", "import", set, "--library", at, "--yes", "--limit", "0"], /--limit/],
    "an unknown embedder": [(at) => ["library", "import", set, "--library", at, "--yes", "--embedder", "magic"], /--embedder.*offline, endpoint, transformers/],
    "an endpoint without its model": [(at) => ["library", "import", set, "--library", at, "--yes", "--embedding-endpoint", "http://127.0.0.1:9"], /needs both/],
  };
  for (const [name, [argsFor, sentence]] of Object.entries(cases)) {
    test(`${name}; no library is made`, async () => {
      const at = path.join(place.folder, `none, ${name}`);
      const { code, stdout, stderr } = await place.figtree(...argsFor(at));
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/\n\s+at /);
      expect(existsSync(at)).toBe(false);
    });
  }

  const onLibrary: Record<string, [string[], RegExp]> = {
    "a search for nothing": [["library", "search"], /Give words, or a picture/],
    "a search by what is no picture": [["library", "search", "--image", path.join(root, "package.json")], /not a picture/],
    "an unknown state": [["library", "list", "--state", "good"], /--state.*verified, withContext/],
    "nothing to remove": [["library", "remove"], /ids, or give --all/],
    "ids and all": [["library", "remove", "a", "--all"], /--all/],
    "an unknown id": [["library", "remove", "abc", "--yes"], /abc.*none with such an id/],
    "a removal that nobody confirms": [["library", "remove", "--all"], /2 exemplars would be removed for good: add --yes/],
    "too many contexts": [["library", "contexts", "--contexts", "99"], /--contexts/],
    "no model in a folder": [["library", "contexts", "--embedded", path.join(root, "docs")], /no model/i],
    "a pin that is not there": [["solve", figure, "--pin", "abc"], /--pin.*abc.*no exemplar with this id/],
    "too many exemplars": [["solve", figure, "--exemplars", "99"], /--exemplars/],
    "an unknown retrieval": [["solve", figure, "--retrieval", "magic"], /--retrieval.*rcts, rag, random, none/],
    "a target that is there": [["library", "export", path.join(root, "docs"), "--licence", "MIT"], /docs/],
  };
  for (const [name, [args, sentence]] of Object.entries(onLibrary)) {
    test(name, async () => {
      const { code, stdout, stderr } = await place.figtree(...args, "--library", library);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(sentence);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    });
  }

  test("exemplars without a library", async () => {
    const { code, stderr } = await place.figtree("solve", figure, "--exemplars", "2");
    expect([code, stderr.includes("give --library too")]).toEqual([2, true]);
  });

  test("the plan of an import that was not agreed to, as JSON", async () => {
    expect(await place.printed(["library", "import", set, "--library", path.join(place.folder, "x")], 2)).toMatchObject({ imported: false, plan: { records: 2, mapping: { question: "question", answer: "answer", image: "image", subject: "subject" } } });
  });
});

describe("what fails without anybody's mistake: exit code 3", () => {
  test("a folder that is a file", async () => {
    const file = path.join(place.folder, "file");
    await writeFile(file, "");
    const { code, stderr } = await place.figtree("library", "import", set, "--library", file, "--yes");
    expect(code).toBe(3);
    expect(stderr).toMatch(/cannot be opened.*It is a file, not a folder/);
  });

  test("an endpoint that nobody answers at: for contexts, and for vectors after an import that counts nevertheless", async () => {
    expect(await place.printed(["library", "contexts", "--library", library, "--endpoint", "http://127.0.0.1:9", "--model", "x"], 3)).toMatchObject({ error: { code: "endpoint.unreachable" } });
    expect(await place.printed(["library", "import", set, "--library", library, "--yes", "--embedding-endpoint", "http://127.0.0.1:9", "--embedding-model", "x"])).toMatchObject({ imported: true, merged: 2, embedded: 0, embedding: expect.stringMatching(/cannot be reached|failed/) as string });
    expect(await place.printed(["library", "embed", "--library", library, "--embedding-endpoint", "http://127.0.0.1:9", "--embedding-model", "x"], 3)).toMatchObject({ error: {} });
  });
});
