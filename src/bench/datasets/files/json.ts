import { readFile } from "node:fs/promises";
import { reading, unusable } from "./unusable";

async function textFile(file: string, signal?: AbortSignal): Promise<string> {
  const text = await reading(file, signal, () => readFile(file, { encoding: "utf8", ...(signal === undefined ? {} : { signal }) }));
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

export async function readJson(file: string, signal?: AbortSignal): Promise<unknown> {
  const text = await textFile(file, signal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(file, `It is not JSON: ${(cause as Error).message}`, cause);
  }
}

/** A value and the number of its line, from 1. */
export interface JsonLine {
  readonly value: unknown;
  readonly line: number;
}

/** One value a line; empty lines are left out. */
export async function readJsonLines(file: string, signal?: AbortSignal): Promise<JsonLine[]> {
  const lines = (await textFile(file, signal)).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [{ value: JSON.parse(line) as unknown, line: index + 1 }];
    } catch (cause) {
      throw unusable(file, `Line ${index + 1} is not JSON: ${(cause as Error).message}`, cause);
    }
  });
}
