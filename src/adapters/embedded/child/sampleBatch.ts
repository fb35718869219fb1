import type { CompletionChoice, SampledToken } from "../../../core/ports";
import { sampleStream } from "./random";
import { likeliestTokens, logPartition, sampleToken, type SamplingOptions } from "./sampling";
import { findStop, heldBack } from "./stops";

/** Continues several replies to one prompt at once. All rows begin equal. */
export interface BatchDecoder {
  /** Appends one token to each row; gives each row's next logits. The first call fixes the rows. */
  advance(tokens: readonly number[]): Promise<readonly Float32Array[]>;
  /** Forgets every row but these, in this order. */
  keepRows(rows: readonly number[]): void;
}

export interface SampleBatchOptions extends SamplingOptions {
  /** Logits of the first token, the same for all samples. */
  readonly first: Float32Array;
  readonly decoder: BatchDecoder;
  readonly samples: number;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly seed: number;
  readonly endTokens: ReadonlySet<number>;
  readonly alternatives?: number | undefined;
  decode(tokens: readonly number[]): string;
  /** Awaited before every step; throws to stop. */
  checkpoint(): Promise<void>;
  /** Text that will not be taken back. */
  onText?: ((sample: number, text: string, tokens?: readonly SampledToken[]) => void) | undefined;
}

interface Row {
  readonly sample: number;
  readonly random: () => number;
  readonly ids: number[];
  readonly tokens: SampledToken[];
  /** Where in the text each of `tokens` begins. */
  readonly starts: number[];
  text: string;
  sent: number;
  sentTokens: number;
  finish?: "stop" | "length";
}

/**
 * Samples `samples` independent replies. A reply ends at an end token, before the first stop text
 * (which may span tokens) or after `maxTokens` tokens; ended rows leave the batch.
 * Gives the replies in the order of the samples and the number of tokens that were drawn.
 */
export async function sampleBatch(options: SampleBatchOptions): Promise<{ choices: CompletionChoice[]; drawn: number }> {
  const rows: Row[] = Array.from({ length: options.samples }, (_, sample) => ({ sample, random: sampleStream(options.seed, sample), ids: [], tokens: [], starts: [], text: "", sent: 0, sentTokens: 0 }));
  let drawn = 0;
  let active = rows;
  let logits: readonly Float32Array[] = rows.map(() => options.first);
  for (;;) {
    await options.checkpoint();
    active.forEach((row, index) => draw(row, logits[index]!, options));
    drawn += active.length;
    const going = active.flatMap((row, index) => (row.finish === undefined ? [index] : []));
    if (going.length === 0) break;
    if (going.length < active.length) options.decoder.keepRows(going);
    active = going.map((index) => active[index]!);
    logits = await options.decoder.advance(active.map((row) => row.ids.at(-1)!));
  }
  return { choices: rows.map((row) => ({ text: row.text, finish: row.finish ?? "stop", ...(options.alternatives === undefined ? {} : { tokens: row.tokens }) })), drawn };
}

function draw(row: Row, logits: Float32Array, options: SampleBatchOptions): void {
  const id = sampleToken(logits, options, row.random);
  if (options.endTokens.has(id)) row.finish = "stop";
  else {
    row.ids.push(id);
    const text = options.decode(row.ids);
    const cut = findStop(text, options.stop);
    if (cut !== undefined) row.finish = "stop";
    else if (row.ids.length >= options.maxTokens) row.finish = "length";
    if (options.alternatives !== undefined) {
      row.tokens.push(sampledToken(id, logits, options.alternatives, options.decode));
      row.starts.push(Math.min(row.text.length, text.length));
      // A token belongs to the reply if any of its text does.
      if (cut !== undefined) row.tokens.length = row.starts.filter((start) => start < cut).length;
    }
    row.text = cut === undefined ? text : text.slice(0, cut);
  }
  send(row, options);
}

function send(row: Row, { stop, onText }: SampleBatchOptions): void {
  if (onText === undefined) return;
  const end = row.finish === undefined ? row.text.length - heldBack(row.text, stop) : row.text.length;
  const ready = row.finish === undefined ? row.starts.filter((start) => start < end).length : row.tokens.length;
  if (end <= row.sent && ready <= row.sentTokens) return;
  onText(row.sample, row.text.slice(row.sent, end), row.tokens.slice(row.sentTokens, ready));
  row.sent = Math.max(row.sent, end);
  row.sentTokens = Math.max(row.sentTokens, ready);
}

function sampledToken(id: number, logits: Float32Array, alternatives: number, decode: (ids: readonly number[]) => string): SampledToken {
  const partition = logPartition(logits);
  const token = (one: number) => ({ text: decode([one]), logprob: logits[one]! - partition });
  return { ...token(id), alternatives: likeliestTokens(logits, alternatives).map(token) };
}
