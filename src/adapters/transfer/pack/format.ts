import { z } from "zod";
import type { ExemplarImage, NewExemplar } from "../../../core/ports";
import { limits } from "../limits";
import type { Draft } from "../mapping/draft";
import type { Fields } from "../read/item";
import { Refusal } from "../refusal";

export const packFormat = "figtree-exemplars";
export const packVersion = 1;
export const manifestName = "manifest.json";
export const recordsName = "exemplars.jsonl";

const count = z.int().min(0);

/** The manifest of a pack. `embedder` is null: packs have no vectors. */
export const manifestShape = z.object({
  format: z.literal(packFormat),
  version: z.int().min(1),
  name: z.string().max(limits.label),
  description: z.string().max(limits.context),
  /** Of the whole; a record's own counts before it. */
  licence: z.string().min(1).max(limits.label),
  /** ISO 8601. */
  createdAt: z.string().max(100),
  exemplars: count,
  withContext: count,
  pictures: count,
  /** Lower-case hexadecimal SHA-256 of the list of records. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  embedder: z.null(),
});

export type PackManifest = z.infer<typeof manifestShape>;

const rate = z.number().min(0).max(1).nullable();
const contextText = z.string().max(limits.context);
const label = z.string().max(limits.label);

const recordShape = z.object({
  image: z.string().max(200),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  question: z.string().max(limits.question),
  choices: z.array(z.string().max(limits.choice)).max(limits.choices),
  answer: z.string().min(1).max(limits.answer),
  subject: label,
  tags: z.array(z.string().max(limits.tag)).max(limits.tags),
  source: label,
  licence: label,
  candidates: z.array(z.object({ text: contextText, passRate: rate })).max(100),
  context: contextText.nullable(),
  passRate: rate,
});

export type PackRecord = z.infer<typeof recordShape>;

export const picturePath = ({ sha256, mediaType }: Pick<ExemplarImage, "sha256" | "mediaType">): string => `images/${sha256}.${mediaType === "image/png" ? "png" : "jpg"}`;

export const packRecord = (exemplar: NewExemplar, image: ExemplarImage): PackRecord => ({
  image: picturePath(image), sha256: image.sha256,
  question: exemplar.question, choices: [...exemplar.choices], answer: exemplar.answer, subject: exemplar.subject, tags: [...exemplar.tags], source: exemplar.source, licence: exemplar.licence,
  candidates: exemplar.candidates.map(({ text, passRate }) => ({ text, passRate })), context: exemplar.context, passRate: exemplar.passRate,
});

/** A record of a pack, and the hash that its picture must have. Throws `Refusal`. */
export function packDraft(fields: Fields, licence: string): Draft & { readonly sha256: string } {
  const checked = recordShape.safeParse(fields);
  if (!checked.success) throw new Refusal("It is not a record of a pack.", `${checked.error.issues[0]!.path.join(".")}: ${checked.error.issues[0]!.message}`);
  const { image, sha256, ...exemplar } = checked.data;
  return { picture: image, sha256, exemplar: { ...exemplar, licence: exemplar.licence === "" ? licence : exemplar.licence } };
}
