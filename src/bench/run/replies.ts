import { addUsage, noUsage, type FigtreeError, type GenerateReply, type Usage, type YesReply } from "../../core/ports";
import { openAppendFile } from "./appendFile";
import { replyOf } from "./lines";

/** One reply of a model as it is kept. */
export interface RecordedReply {
  readonly problem: string;
  /** Hash of everything that was asked but the number of samples. */
  readonly key: string;
  /** Samples that were asked for; 0: P(Yes). */
  readonly asked: number;
  readonly reply: GenerateReply | YesReply;
  /** Milliseconds since the epoch when it came, and how long it took. */
  readonly times: { readonly at: number; readonly milliseconds: number };
}

/** Every reply of a run, on disc before it is used. */
export interface ReplyLog {
  /** The oldest reply to this request for at least so many samples. */
  find(problem: string, key: string, asked: number): RecordedReply | undefined;
  add(record: RecordedReply): Promise<void>;
  /** The problem is finished: its replies are needed no more. */
  forget(problem: string): void;
  /** What all replies cost, those of earlier sittings included. */
  spent(): Usage;
  close(): Promise<void>;
}

/**
 * @param wanted problems whose replies will be asked for; others are only counted
 * @param onFailure told once of a reply that cannot be written
 */
export async function openReplyLog(file: string, wanted: (problem: string) => boolean, onFailure?: (error: FigtreeError) => void): Promise<ReplyLog> {
  const problems = new Map<string, Map<string, RecordedReply[]>>();
  let spent: Usage = noUsage;
  const keep = (record: RecordedReply): void => {
    spent = addUsage(spent, record.reply.usage);
    if (!wanted(record.problem)) return;
    const keys = problems.get(record.problem) ?? new Map<string, RecordedReply[]>();
    problems.set(record.problem, keys);
    keys.set(record.key, [...(keys.get(record.key) ?? []), record]);
  };
  const out = await openAppendFile(file, (value) => {
    const record = replyOf(value);
    if (record !== undefined) keep(record);
  }, onFailure);
  return {
    find: (problem, key, asked) => problems.get(problem)?.get(key)?.find((record) => (asked === 0 ? record.asked === 0 : record.asked >= asked)),
    async add(record) {
      await out.append(record);
      keep(record);
    },
    forget: (problem) => void problems.delete(problem),
    spent: () => spent,
    close: () => out.close(),
  };
}
