import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, workplace, type Workplace } from "./library-harness";

interface Told {
  readonly id: string;
  readonly question: string;
  readonly rankBefore: number | null;
  readonly rankAfter: number | null;
  readonly pinned: boolean;
}
interface Solved {
  readonly answer: string;
  readonly exemplars: { readonly mode: string; readonly channels: readonly string[]; readonly embedder: string | null; readonly rollouts: number; readonly delivery: string; readonly reward: { readonly total: number } | null; readonly chosen: readonly Told[]; readonly retrieved: readonly Told[] } | null;
}

let place: Workplace;
let library: string;
let ids: ReadonlyMap<string, string>;
const figure = path.join(root, "media/samples/003-triangle.png");
const question = "Find the unknown angle.";

beforeAll(async () => {
  place = await workplace();
  library = path.join(place.folder, "library");
  await place.printed(["library", "import", path.join(root, "media/samples"), "--library", library, "--yes"]);
  const { exemplars } = (await place.printed(["library", "list", "--library", library])) as unknown as { exemplars: { id: string; question: string; subject: string }[] };
  ids = new Map(exemplars.map(({ id, subject }) => [subject, id]));
});
afterAll(() => place.clean());

const solve = async (...args: string[]): Promise<Solved> => (await place.printed(["solve", figure, "-q", question, "--method", "qa", "--library", library, "--exemplars", "2", ...args])) as unknown as Solved;

test("re-ranking by default: two of those retrieved, with the reward; the problem itself is none of them", async () => {
  const { answer, exemplars } = await solve();
  expect(answer).toBe("20");
  expect(exemplars).toMatchObject({ mode: "rcts", channels: expect.arrayContaining(["text", "image"]) as string[], delivery: "dropped" });
  expect(exemplars!.embedder).toMatch(/offline/);
  expect(exemplars!.rollouts).toBeGreaterThan(0);
  expect(exemplars!.reward!.total).toBeGreaterThan(0);
  expect(exemplars!.chosen.map(({ rankAfter }) => rankAfter)).toEqual([1, 2]);
  expect(exemplars!.retrieved).toHaveLength(5);
  expect(exemplars!.retrieved.map(({ id }) => id)).not.toContain(ids.get("triangle"));
});

test("retrieval order with a pin and a ban", async () => {
  const plain = (await solve("--retrieval", "rag")).exemplars!;
  expect([plain.mode, plain.reward, plain.rollouts]).toEqual(["rag", null, 0]);
  expect(plain.chosen.map(({ rankBefore }) => rankBefore)).toEqual([1, 2]);
  const last = plain.retrieved.at(-1)!;
  const changed = (await solve("--retrieval", "rag", "--pin", last.id, "--ban", plain.chosen[0]!.id)).exemplars!;
  expect(changed.chosen.map(({ id, pinned }) => [id, pinned])).toEqual([[last.id, true], [plain.chosen[1]!.id, false]]);
  expect(changed.retrieved.map(({ id }) => id)).not.toContain(plain.chosen[0]!.id);
});

test("at random, by the seed; and none", async () => {
  const [first, again] = await Promise.all([solve("--retrieval", "random", "--seed", "3"), solve("--retrieval", "random", "--seed", "3")]);
  expect(first.exemplars).toMatchObject({ mode: "random", channels: [], embedder: null });
  expect(first.exemplars!.chosen).toHaveLength(2);
  expect(again.exemplars!.chosen).toEqual(first.exemplars!.chosen);
  expect((await solve("--retrieval", "none")).exemplars).toBeNull();
});

test("for a person: which were used and why, and that the sample model reads none", async () => {
  const { code, stdout } = await place.figtree("solve", figure, "-q", question, "--method", "qa", "--library", library, "--exemplars", "1");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Exemplars \(rcts\):\n {2}1\. .* -> .* {2}\(retrieved as \d, not verified; [0-9a-f]{32}\)$/m);
  expect(stdout).toMatch(/does not read earlier turns/);
});
