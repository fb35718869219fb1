import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { EmbeddingSpace, Exemplar } from "../../../core/ports";

/** Version of what is kept on disk, the same for both engines. A step to a newer one goes into `migrate` of the engine. */
export const schemaVersion = 1;

const share = z.number().min(0).max(1).nullable();
const texts = z.array(z.string());

/** What an exemplar must look like when it is read back. */
export const exemplarSchema: z.ZodType<Exemplar> = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  image: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), mediaType: z.enum(["image/png", "image/jpeg"]), width: z.number(), height: z.number(), byteLength: z.number() }),
  question: z.string(),
  choices: texts,
  answer: z.string(),
  subject: z.string(),
  tags: texts,
  source: z.string(),
  licence: z.string(),
  candidates: z.array(z.object({ text: z.string(), passRate: share })),
  context: z.string().nullable(),
  passRate: share,
  createdAt: z.number(),
  updatedAt: z.number(),
});

const dimension = z.number().int().min(1).nullable();

/** Older libraries hold an endpoint's address within the name of its space. */
const olderName = /^endpoint (https?:\/\/\S+) (.+)$/s;

export const spaceSchema: z.ZodType<EmbeddingSpace> = z
  .object({ id: z.string(), dimensions: z.object({ text: dimension, image: dimension, joint: dimension }), place: z.exactOptional(z.string()) })
  .transform((space) => {
    const [, place, model] = olderName.exec(space.id) ?? [];
    return place === undefined ? space : { ...space, id: `endpoint ${model!}`, place };
  });

/** A mark that no other write has. */
export const newStamp = (): string => randomUUID().slice(0, 13);
