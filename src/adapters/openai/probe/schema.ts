import { z } from "zod";
import type { EndpointProfile } from "../../../core/ports";

const name = z.string().max(2_000);
const count = z.number().int().min(0).max(1e9);
const errorRecord = z.null();

const memory = z.object({
  choicesPerRequest: count.min(1).nullable(),
  refused: z.array(name).max(100),
  topLogprobs: count.max(20),
  emptyRewards: count,
  rewardsRead: z.boolean(),
  leastTokens: count.min(1),
  mostTokens: count.min(1).nullable(),
  wordy: z.boolean(),
  thinks: z.boolean(),
  thinkingOff: z.enum(["template", "effort"]).nullable(),
  vision: z.enum(["sees", "blind", "unsure"]).nullable(),
  imagesPerRequest: count.min(1).nullable(),
  turnsDropped: z.boolean().default(false),
  inFlight: count.min(1).nullable(),
});

const findings = z.object({
  modelFound: z.enum(["listed", "answered"]).nullable(),
  tokensGrow: z.boolean().nullable(),
  canaryRead: z.boolean().nullable(),
  twoImages: z.enum(["both", "one", "refused"]).nullable(),
  choicesOfTwo: count.nullable(),
  logprobs: count.nullable(),
  yesToken: name.nullable(),
  thought: z.enum(["none", "separate", "inText", "hidden"]).nullable(),
  tokenLimit: name.nullable(),
  contextTokens: count.nullable(),
  cachedTokens: count.nullable(),
});

const profile = z.object({ version: z.literal(1), baseUrl: name, model: name, probedAt: z.number().min(0).max(1e15), requests: count, failure: errorRecord, findings, memory });

/** A profile as it was kept, or undefined for anything else: another version, a damaged file, nothing. */
export function parseProfile(kept: unknown): EndpointProfile | undefined {
  return profile.safeParse(kept).data;
}
