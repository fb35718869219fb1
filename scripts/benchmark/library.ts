/**
 * What a library finds: the original of a picture that was changed a little, and like exemplars for each exemplar.
 * Usage: node scripts/benchmark/run.mjs library FOLDER [--pictures 60] [--top 20]
 * FOLDER is anything that `figtree library import` reads; exemplars of one subject count as like.
 */
import { parseArgs } from "node:util";
import sharp, { type Sharp } from "sharp";
import { prepareImage } from "../../src/adapters/images";
import { retrieve, searchLibrary } from "../../src/core/exemplars";
import type { Exemplar, ExemplarHit, PreparedImage } from "../../src/core/ports";
import { seededRandom } from "../../src/core/search";
import { makeLibrary, type MadeLibrary } from "./parts/made-library";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { pictures: { type: "string", default: "60" }, top: { type: "string", default: "20" } } });
const top = Number(values.top);
const { signal } = new AbortController();

const changes: Readonly<Record<string, (picture: Sharp, width: number) => Sharp>> = {
  "scaled to 75 %, JPEG of quality 80": (picture, width) => picture.resize(Math.round(0.75 * width)).jpeg({ quality: 80 }),
  "scaled to 50 %, JPEG of quality 60": (picture, width) => picture.resize(Math.round(0.5 * width)).jpeg({ quality: 60 }),
  "scaled to 130 %, JPEG of quality 40": (picture, width) => picture.resize(Math.round(1.3 * width)).jpeg({ quality: 40 }),
};

/** `count` different ones, by a fixed seed. */
function drawn(exemplars: readonly Exemplar[], count: number): Exemplar[] {
  const random = seededRandom(1);
  const left = [...exemplars];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
}

async function originals({ store, embedder }: MadeLibrary, exemplars: readonly Exemplar[]): Promise<void> {
  const some = drawn(exemplars, Number(values.pictures));
  console.log(`| change of the picture | pictures | original first by image | mean reciprocal rank | worst rank |`);
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const [name, change] of Object.entries(changes)) {
    const ranks: number[] = [];
    for (const { id, image } of some) {
      const changed = await change(sharp(await store.readImage(image.sha256)), image.width).toBuffer();
      const query = (await prepareImage(changed)).image;
      const { candidates } = await searchLibrary({ store, embedder, question: "", image: query, limit: exemplars.length, signal });
      // One picture may have several questions: equal pictures share their place.
      const score = candidates.find(({ exemplar }) => exemplar.id === id)?.channels.image?.score ?? -1;
      ranks.push(1 + candidates.filter(({ exemplar, channels }) => exemplar.image.sha256 !== image.sha256 && channels.image!.score >= score).length);
    }
    console.log(`| ${name} | ${ranks.length} | ${ranks.filter((rank) => rank === 1).length} | ${(ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length).toFixed(3)} | ${Math.max(...ranks)} |`);
  }
}

async function likeToLike({ store, embedder }: MadeLibrary, exemplars: readonly Exemplar[]): Promise<void> {
  const subjectOf = new Map(exemplars.map(({ id, subject }) => [id, subject]));
  const shares = new Map<string, number[]>();
  const note = (channel: string, { subject }: Exemplar, ids: readonly string[]): void => {
    if (ids.length > 0) shares.set(channel, [...(shares.get(channel) ?? []), ids.filter((id) => subjectOf.get(id) === subject).length / ids.length]);
  };
  const vectors = new Map(await store.vectors(exemplars.map(({ id }) => id)).then((found) => found.map((own, index) => [exemplars[index]!.id, own] as const)));
  const idsOf = (hits: readonly ExemplarHit[]): string[] => hits.map(({ id }) => id);
  for (const [index, exemplar] of exemplars.entries()) {
    const { text, image } = vectors.get(exemplar.id)!;
    const itself = new Set([exemplar.id]);
    if (text !== null) note("text", exemplar, idsOf(await store.nearest("text", text, top, itself)));
    note("bm25", exemplar, idsOf(await store.fullText(exemplar.question, top, itself)));
    if (image !== null) note("image", exemplar, idsOf(await store.nearest("image", image, top, itself)));
    const picture: PreparedImage = { ...exemplar.image, bytes: await store.readImage(exemplar.image.sha256) };
    const { candidates } = await retrieve({ store, embedder, problem: { question: exemplar.question, choices: exemplar.choices, image: picture }, limit: top, signal });
    note("fused", exemplar, candidates.map(({ exemplar: { id } }) => id));
    process.stderr.write(`\r${index + 1} of ${exemplars.length} looked up`);
  }
  process.stderr.write("\n");
  const sizes = new Map<string, number>();
  for (const { subject } of exemplars) sizes.set(subject, (sizes.get(subject) ?? 0) + 1);
  const others = exemplars.map(({ subject }) => sizes.get(subject)! - 1);
  const mean = (numbers: readonly number[]): string => ((100 * numbers.reduce((sum, one) => sum + one, 0)) / numbers.length).toFixed(1);
  console.log(`\n| list | exemplars with a list | same subject in its top ${top}, % |`);
  console.log("| --- | ---: | ---: |");
  console.log(`| (by chance) | ${exemplars.length} | ${mean(others.map((count) => count / (exemplars.length - 1)))} |`);
  console.log(`| (at best) | ${exemplars.length} | ${mean(others.map((count) => Math.min(top, count) / top))} |`);
  for (const [channel, all] of shares) console.log(`| ${channel} | ${all.length} | ${mean(all)} |`);
}

async function main(): Promise<void> {
  const made = await makeLibrary(positionals[0] ?? ".", signal);
  try {
    const { exemplars } = await made.store.list();
    console.log(`${exemplars.length} exemplars, ${new Set(exemplars.map(({ subject }) => subject)).size} subjects, ${made.embedder.space.id}\n`);
    await originals(made, exemplars);
    await likeToLike(made, exemplars);
  } finally {
    await made.clean();
  }
}

void main();
