import { z } from "zod";
import type { RecordedReply } from "./replies";
import type { JobResult, JobTrace } from "./results";

const usage = z.object({ requests: z.number(), samples: z.number(), promptTokens: z.number(), completionTokens: z.number() });
const resultLine = z.object({ problem: z.string(), job: z.string(), rows: z.array(z.object({ row: z.string(), score: z.object({ ours: z.number(), correct: z.number() }), usage })), times: z.object({ modelMilliseconds: z.array(z.number()) }) });
const traceLine = z.object({ problem: z.string(), job: z.string(), nodes: z.array(z.object({ parent: z.number().nullable(), subQuestion: z.string(), answer: z.string() })), traces: z.array(z.object({ nodes: z.array(z.number()).min(1), answer: z.string() })) });
const replyLine = z.object({ problem: z.string(), key: z.string(), asked: z.number(), times: z.object({ milliseconds: z.number() }), reply: z.union([z.object({ usage, choices: z.array(z.object({ text: z.string() })) }), z.object({ usage, yes: z.number() })]) });

/** A line of `results.jsonl`; undefined for one of another form. */
export const resultOf = (value: unknown): JobResult | undefined => (resultLine.safeParse(value).success ? (value as JobResult) : undefined);

/** A line of `traces.jsonl`; undefined for one of another form, or whose paths lead to no node. */
export function traceOf(value: unknown): JobTrace | undefined {
  const { data } = traceLine.safeParse(value);
  const leads = data?.traces.every(({ nodes }) => nodes.every((id) => id in data.nodes)) === true && data.nodes.every(({ parent }) => parent === null || parent in data.nodes);
  return leads ? (value as JobTrace) : undefined;
}

/** A line of `replies.jsonl`; undefined for one of another form. */
export const replyOf = (value: unknown): RecordedReply | undefined => (replyLine.safeParse(value).success ? (value as RecordedReply) : undefined);
