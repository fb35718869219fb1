import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawing, root, workplace, writeSet, type Workplace } from "./library-harness";

interface Listed {
  readonly total: number;
  readonly exemplars: readonly { readonly id: string; readonly question: string; readonly context: string | null; readonly image: { readonly sha256: string } }[];
}

const steps = [{ sub_question: "What can be seen?", answer: "A circle." }, { sub_question: "What is it?", answer: "It is drawing 0." }];

let place: Workplace;
let library: string;
beforeAll(async () => {
  place = await workplace();
  library = path.join(place.folder, "library");
  const set = await writeSet(path.join(place.folder, "set"), 10, 0, (index) => (index === 0 ? { steps } : {}));
  const { code, stdout } = await place.figtree("library", "import", set, "--library", library, "--yes");
  expect(stdout).toMatch(/^10 added, 0 merged with ones that were there, 0 skipped\.$/m);
  expect(code).toBe(0);
});
afterAll(() => place.clean());

const at = (...args: readonly string[]): string[] => ["library", ...args, "--library", library];

describe("a library in the terminal", () => {
  test("the import has guessed the fields, made a context of the steps, and embedded everything", async () => {
    expect(await place.printed(at("stats"))).toMatchObject({ place: library, engine: "lancedb", exemplars: 10, withContext: 1, meanPassRate: null, embedder: expect.stringContaining("offline") as string, withoutVectors: 0, notices: [] });
    const { exemplars } = (await place.printed(at("list", "--text", "drawing 0"))) as unknown as Listed;
    expect(exemplars[0]!.context).toBe("Sub-question 1: What can be seen?\nAnswer 1: A circle.\nSub-question 2: What is it?\nAnswer 2: It is drawing 0.\nSub-question 3: Now we can answer the question: What is shown in drawing 0?\nAnswer 3: The answer is drawing 0.");
  });

  test("filters of the list", async () => {
    const odd = (await place.printed(at("list", "--subject", "odd", "--limit", "2"))) as unknown as Listed;
    expect([odd.total, odd.exemplars.length]).toEqual([5, 2]);
    const { stdout, stderr } = await place.figtree(...at("list", "--state", "withContext"));
    expect(stdout).toMatch(/^[0-9a-f]{32} {2}What is shown in drawing 0\? -> drawing 0 {2}\(context not verified, even\)\n1 of 1\n$/);
    expect(stderr).toBe("");
  });

  test("a picture that was scaled and compressed again finds its original first, words find theirs", async () => {
    const changed = path.join(place.folder, "changed.jpg");
    await writeFile(changed, await sharp(await drawing(7)).resize(290).jpeg({ quality: 70 }).toBuffer());
    const byPicture = (await place.printed(at("search", "--image", changed, "--limit", "3"))) as { channels: string[]; results: { question: string; channels: { image: { rank: number; score: number } } }[] };
    expect(byPicture.channels).toEqual(["image"]);
    expect(byPicture.results[0]).toMatchObject({ question: "What is shown in drawing 7?", channels: { image: { rank: 1 } } });
    expect(byPicture.results[0]!.channels.image.score).toBeGreaterThan(byPicture.results[1]!.channels.image.score);
    const byWords = (await place.printed(at("search", "drawing 4 shown"))) as { results: { question: string }[] };
    expect(byWords.results[0]!.question).toBe("What is shown in drawing 4?");
  });

  test("an export is a pack that another library takes; what is removed is gone", async () => {
    const pack = path.join(place.folder, "pack.zip");
    expect(await place.printed(at("export", pack, "--licence", "CC0-1.0"))).toEqual({ target: pack, exemplars: 10, pictures: 10, left: [] });
    const other = path.join(place.folder, "other");
    expect(await place.printed(["library", "import", pack, "--library", other, "--yes", "--no-vectors"])).toMatchObject({ imported: true, format: "figtree-pack", added: 10, merged: 0, skipped: 0 });
    const own = (await place.printed(at("list"))) as unknown as Listed;
    const theirs = (await place.printed(["library", "list", "--library", other])) as unknown as Listed;
    const facts = ({ exemplars }: Listed): unknown[] => exemplars.map(({ id, question, context, image }) => ({ id, question, context, image })).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(facts(theirs)).toEqual(facts(own));

    const [first, second] = theirs.exemplars;
    expect(await place.printed(["library", "remove", first!.id, "0".repeat(32), "--library", other, "--yes"])).toEqual({ removed: 1, unknown: 1 });
    const left = (await place.printed(["library", "list", "--library", other])) as unknown as Listed;
    expect(left.total).toBe(9);
    expect(left.exemplars.map(({ id }) => id)).toContain(second!.id);
    await expect(readFile(path.join(other, "images", `${first!.image.sha256}.png`))).rejects.toThrow("ENOENT");
  });

  test("the bundled figures come with their steps", async () => {
    const figures = path.join(place.folder, "figures");
    expect(await place.printed(["library", "import", path.join(root, "media/samples"), "--library", figures, "--yes", "--no-vectors"])).toMatchObject({ added: 6, skipped: 0 });
    expect(await place.printed(["library", "stats", "--library", figures])).toMatchObject({ exemplars: 6, withContext: 6, withoutVectors: 6 });
  });

  test("the bundled starter library is a pack that comes in whole; again, it is merged with itself", async () => {
    const starter = path.join(place.folder, "starter");
    const { exemplars, withContext } = JSON.parse(await readFile(path.join(root, "media/starter-library/manifest.json"), "utf8")) as { exemplars: number; withContext: number };
    const take = ["library", "import", path.join(root, "media/starter-library"), "--library", starter, "--yes", "--no-vectors"];
    expect(await place.printed(take)).toMatchObject({ format: "figtree-pack", added: exemplars, merged: 0, skipped: 0, problems: [] });
    expect(await place.printed(take)).toMatchObject({ added: 0, merged: exemplars });
    expect(await place.printed(["library", "stats", "--library", starter])).toMatchObject({ exemplars, withContext });
  });

  test("texts of a set never reach the terminal as they are", async () => {
    const evil = "\u001b[31mred\u009b2J\u202e";
    const set = await writeSet(path.join(place.folder, "evil"), 2, 50, () => ({ answer: evil, subject: evil, question: `Which? ${evil}`, source: "here" }));
    await writeFile(set, `${await readFile(set, "utf8")}{"image": "${String.raw`gone\u001b[2J`}.png", "question": "q", "answer": "a"}\n{"\u001b[31m\n`);
    const target = ["--library", path.join(place.folder, "evil-library")];
    const outputs = [
      await place.figtree("library", "import", set, ...target),
      await place.figtree("library", "import", set, ...target, "--yes"),
      await place.figtree("library", "import", set, ...target, "--yes", "--json"),
      await place.figtree("library", "list", ...target),
      await place.figtree("library", "list", ...target, "--json"),
      await place.figtree("library", "search", "which", ...target),
      await place.figtree("library", "import", set, ...target, "--yes", "--set", `subject=${evil}`),
    ];
    expect(outputs.map(({ code }) => code)).toEqual([2, 0, 0, 0, 0, 0, 2]);
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(outputs[3]!.stdout).toContain("Which? [31mred 2J");
  });
});
