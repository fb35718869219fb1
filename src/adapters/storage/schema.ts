import { z } from "zod";
import { errorCodes } from "../../core/ports";

/*
 * What a trace may hold. Files come from anywhere, so every text, list and number is bounded,
 * and extra fields are dropped.
 */
const text = z.string().max(200_000);
const name = z.string().max(1_000);
const share = z.number().min(0).max(1);
const count = z.number().int().min(0).max(1e12);
const nodeId = z.number().int().min(0).max(1_000_000);
const seed = z.number().int().min(0).max(0xffffffff);

export const mediaType = z.enum(["image/png", "image/jpeg"]);
const side = z.number().int().min(1).max(100_000);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const errorRecord = z.object({ code: z.enum(errorCodes), details: z.record(name, z.union([text, z.number()])) });
const source = z.enum(["logprobs", "sampled", "mixed", "none"]);
const usage = z.object({ requests: count, samples: count, promptTokens: count, completionTokens: count });
const model = z.object({ name, place: name, sample: z.boolean(), vision: z.exactOptional(z.enum(["sees", "unsure", "untold"])) });
const settings = z.record(name, z.union([z.number(), z.string().max(1_000), z.boolean(), z.null()]));
const warning = z.object({
  code: z.enum(["unreadableReplies", "missingSamples", "sampledProbabilities", "reasoningRemoved", "cutReplies", "sampleModel", "visionUnsure", "visionUntold", "contextShortened", "wrongArithmetic", "exemplarsIgnored", "exemplarsCombined", "exemplarsUnavailable", "retrievalReduced", "exemplarPictureLost", "preflight"]),
  count, detail: text,
});
const picture = z.object({ mediaType, width: side, height: side, sha256: hash, byteLength: count });
const channel = z.enum(["text", "bm25", "image", "matching"]);
const rank = z.number().int().min(1).max(1_000_000);
const score = z.number().min(-1e9).max(1e9);
const exemplar = z.object({
  id: name, image: picture, question: text, choices: z.array(text).max(100), answer: text, context: text.nullable(), passRate: share.nullable(), subject: name, source: name,
  channels: z.partialRecord(channel, z.object({ rank, score })), fused: score, rankBefore: rank.nullable(), rankAfter: rank.nullable(), pinned: z.boolean(),
});
const selection = z.object({
  mode: z.enum(["rcts", "rag", "random", "none"]), settings, embedder: name.nullable(), channels: z.array(channel).max(4), candidates: z.array(exemplar).max(1_000),
  reward: z.object({ total: score, selfConsistency: share, mutual: z.number().min(0).max(2) }).nullable(), rollouts: count, banned: z.array(name).max(10_000),
  delivery: z.enum(["pictures", "contactSheet", "text", "dropped"]),
});
const problem = z.object({
  question: text,
  choices: z.array(text).max(100),
  image: picture,
});
const confidence = z.object({ value: share.nullable(), source, traces: count, voters: count, bestReward: share.nullable() });
const best = z.object({ answer: text, confidence, trace: nodeId });
const traces = z.array(z.object({ nodes: z.array(nodeId).min(1).max(1_000), answer: text, reward: share.nullable() })).max(100_000);
const outcome = z.object({ reason: z.enum(["completed", "exhausted", "decided", "cancelled", "budget", "failed"]), partial: z.boolean(), error: errorRecord.nullable() });
const nodeFacts = {
  id: nodeId, depth: z.number().int().min(0).max(1_000), subQuestion: text, answer: text, terminal: z.boolean(), multiplicity: z.number().int().min(1).max(1e6),
  usefulness: share.nullable(), correctness: share.nullable(), reward: share.nullable(), seed,
};
const node = z.object({ ...nodeFacts, parent: nodeId.nullable(), returns: z.array(share).max(100_000), value: share.nullable(), visits: count });
const seconds = z.number().min(0).max(1e9);

export const snapshotSchema = z.object({
  id: name, startedAt: z.number().min(0).max(1e15), problem, method: name, settings, model, exemplars: selection.nullable().default(null), nodes: z.array(node).min(1).max(200_000), iterations: count,
  traces, best: best.nullable(), usage, seconds, warnings: z.array(warning).max(1_000), outcome: outcome.nullable(),
});

/** Events as they stand in a log; `activity` is never kept. */
export const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("started"), id: name, startedAt: z.number().min(0).max(1e15), problem, method: name, settings, model, seed }),
  z.object({ type: z.literal("exemplars"), selection }),
  z.object({ type: z.literal("expanded"), parent: nodeId, children: z.array(z.object({ ...nodeFacts, parent: nodeId })).max(10_000) }),
  z.object({ type: z.literal("backedUp"), path: z.array(nodeId).max(1_000), returns: z.array(share).max(1_000) }),
  z.object({ type: z.literal("answer"), traces, best: best.nullable() }),
  z.object({ type: z.literal("usage"), usage, seconds }),
  z.object({ type: z.literal("warning"), warning }),
  z.object({ type: z.literal("finished"), outcome, usage, seconds }),
]);
