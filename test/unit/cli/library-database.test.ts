import { readdir, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root, workplace, writeSet, type Workplace } from "./library-harness";

let place: Workplace;
beforeAll(async () => void (place = await workplace()));
afterAll(() => place.clean());

describe("without the database", () => {
  test("everything works on plain files, with one notice for each command; the database takes them over later", async () => {
    const hook = path.join(place.folder, "hide.mjs");
    const loader = `export async function resolve(name, context, next) { if (name.startsWith("@lancedb/")) throw new Error("It is hidden."); return next(name, context); }`;
    await writeFile(hook, `import { register } from "node:module";\nregister(${JSON.stringify(`data:text/javascript,${encodeURIComponent(loader)}`)});\n`);
    const hidden = await workplace({ NODE_OPTIONS: `--import ${pathToFileURL(hook).href}` });
    try {
      const library = path.join(hidden.folder, "library");
      const set = await writeSet(path.join(hidden.folder, "set"), 6, 300);
      const at = (...args: string[]): string[] => ["library", ...args, "--library", library];
      const figure = path.join(root, "media/samples/003-triangle.png");
      const ends = [
        await hidden.figtree(...at("import", set), "--yes"),
        await hidden.figtree(...at("list")),
        await hidden.figtree(...at("search", "drawing 303", "--image", path.join(hidden.folder, "set", "303.png"))),
        await hidden.figtree(...at("export", "pack.zip", "--licence", "MIT")),
        await hidden.figtree("solve", figure, "-q", "Find the unknown angle.", "--method", "qa", "--library", library, "--exemplars", "1"),
        await hidden.figtree(...at("stats", "--json")),
      ];
      expect(ends.map(({ code, stderr }) => [code, stderr.split("The library works without its database.").length - 1])).toEqual(ends.map(() => [0, 1]));
      expect(ends[2]!.stdout.split("\n")[0]).toContain("What is shown in drawing 303?");
      expect(ends[4]!.stdout).toMatch(/^Exemplars \(rcts\):$/m);
      expect(JSON.parse(ends[5]!.stdout)).toMatchObject({ engine: "files", exemplars: 6, withoutVectors: 0, notices: [{ code: "fallback" }] });
      const later = await place.figtree(...at("stats", "--json"));
      expect(JSON.parse(later.stdout)).toMatchObject({ engine: "lancedb", exemplars: 6, withoutVectors: 0, notices: [] });
      expect(later.stderr).toBe("");
    } finally {
      await hidden.clean();
    }
  });
});

describe("a damaged library", () => {
  /** Cuts the newest data file of a table short, as a crash of the disk would. */
  async function tear(library: string): Promise<void> {
    const folder = path.join(library, "exemplars.lance", "data");
    const files = await Promise.all((await readdir(folder)).map(async (name) => ({ file: path.join(folder, name), facts: await stat(path.join(folder, name)) })));
    const newest = files.sort((a, b) => b.facts.mtimeMs - a.facts.mtimeMs)[0]!;
    await truncate(newest.file, Math.floor(newest.facts.size / 2));
  }

  test("is told with the way out, which brings the last whole version back; nothing else is written to the terminal", async () => {
    const library = path.join(place.folder, "torn");
    const at = (...args: string[]): string[] => ["library", ...args, "--library", library];
    for (const [count, from] of [[4, 400], [3, 410]] as const) await place.printed([...at("import", await writeSet(path.join(place.folder, `torn ${from}`), count, from)), "--yes", "--no-vectors"]);
    expect(await place.printed(at("stats"))).toMatchObject({ exemplars: 7 });
    expect(await place.printed(at("restore"))).toMatchObject({ restored: [], exemplars: 7 });
    await tear(library);

    for (const command of [at("list"), at("stats"), at("export", "torn.zip", "--licence", "MIT")]) {
      const { code, stdout, stderr } = await place.figtree(...command);
      expect([code, stdout]).toEqual([3, ""]);
      expect(stderr).toMatch(/^The exemplar library .*torn is damaged\. .*Its version of \d{4}-\d\d-\d\d \d\d:\d\d is whole and holds 4 exemplars: restore that one\. Run: figtree library restore --library .*torn\n$/);
    }
    const { code, stdout, stderr } = await place.figtree(...at("restore"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^Set back: exemplars: \d{4}-\d\d-\d\d \d\d:\d\d\. .*"damaged"\.\nIt holds 4 exemplars, 0 with a context\.\n/);
    expect(await place.printed(at("list", "--text", "drawing"))).toMatchObject({ total: 4 });
    // What was lost can be imported again.
    expect(await place.printed([...at("import", path.join(place.folder, "torn 410", "set.jsonl")), "--yes", "--no-vectors"])).toMatchObject({ added: 3 });
  });

  test("whose last whole version is empty says so before and after", async () => {
    const library = path.join(place.folder, "torn at once");
    const at = (...args: string[]): string[] => ["library", ...args, "--library", library];
    await place.printed([...at("import", await writeSet(path.join(place.folder, "torn 420"), 4, 420)), "--yes", "--no-vectors"]);
    await tear(library);
    expect((await place.figtree(...at("list"))).stderr).toMatch(/Its last whole version, of \d{4}-\d\d-\d\d \d\d:\d\d, is empty: restoring it brings no exemplar back\. Restore it from a copy, or import its exemplars again\. Run: figtree library restore/);
    expect((await place.figtree(...at("restore"))).stdout).toMatch(/\nIt holds no exemplar now\.\n$/);
  });
});
