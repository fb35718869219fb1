import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { compareAnswers } from "../core/answers";

export interface CompareOptions {
  /** JSON-lines file of pairs: `a`, `b`, optionally `choices`. */
  readonly pairs?: string;
  /** Option texts of the question, in order. */
  readonly choice?: readonly string[];
}

/** Where a command writes; a returned promise is waited for, so that a slow reader slows the command down. */
export interface Output {
  readonly stdout: (text: string) => void | Promise<void>;
  readonly stderr: (text: string) => void | Promise<void>;
}

const answer = z.union([z.string(), z.number().transform(String)]);
const pairSchema = z.object({ a: answer, b: answer, choices: z.array(answer).nullish() });

const judged = (a: string, b: string, choices: readonly string[] | undefined): string => `${JSON.stringify({ a, b, ...compareAnswers(a, b, choices === undefined ? {} : { choices }) })}\n`;

/**
 * `figtree compare A B` and `figtree compare --pairs FILE.jsonl`: one JSON line per pair with `a`, `b`,
 * `same` and the `rule` that decided. Answers the exit code: 0 when all pairs were judged, whatever the
 * verdict; 2 for wrong usage, an unreadable file or any bad line (the others are judged all the same).
 */
export async function compareCommand(args: readonly string[], options: CompareOptions, io: Output): Promise<number> {
  if (options.pairs !== undefined && args.length === 0) return comparePairs(options.pairs, options.choice, io);
  const [a, b] = args;
  if (a === undefined || b === undefined || args.length > 2 || options.pairs !== undefined) {
    await io.stderr("Give two answers, or --pairs and a file: figtree compare A B, figtree compare --pairs FILE.jsonl\n");
    return 2;
  }
  await io.stdout(judged(a, b, options.choice));
  return 0;
}

async function comparePairs(file: string, choices: readonly string[] | undefined, io: Output): Promise<number> {
  let code = 0;
  let number = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) {
      number += 1;
      const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
      if (text.trim() === "") continue;
      const pair = readPair(text);
      if (typeof pair === "string") {
        code = 2;
        await io.stderr(`${file}:${number}: ${pair}\n`);
      } else await io.stdout(judged(pair.a, pair.b, pair.choices ?? choices));
    }
  } catch (thrown) {
    await io.stderr(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return 2;
  }
  return code;
}

function readPair(line: string): z.infer<typeof pairSchema> | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "this line is no JSON.";
  }
  const parsed = pairSchema.safeParse(value);
  return parsed.success ? parsed.data : 'this line is no pair: it needs "a" and "b" as texts, and "choices", if given, as a list of texts.';
}
