export interface Verdict {
  readonly extracted: string | null;
  readonly score: 0 | 1;
}

/** Tries at a closing brace; a reply with more objects than this is no verdict. */
const MAX_OBJECTS = 40;

/** The last JSON object in a judge's reply that holds a score of 0 or 1; null where there is none. */
export function readVerdict(reply: string): Verdict | null {
  const ends = [...reply.matchAll(/\}/g)].map((match) => match.index + 1).slice(-MAX_OBJECTS).reverse();
  const starts = [...reply.matchAll(/\{/g)].map((match) => match.index).slice(-MAX_OBJECTS).reverse();
  for (const end of ends) {
    for (const start of starts.filter((candidate) => candidate < end)) {
      const verdict = asVerdict(parsed(reply.slice(start, end)));
      if (verdict !== null) return verdict;
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asVerdict(value: unknown): Verdict | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  const written = fields["score"];
  const score = typeof written === "string" ? Number(written.trim() === "" ? NaN : written) : written === true ? 1 : written === false ? 0 : written;
  if (score !== 0 && score !== 1) return null;
  // Published rubrics name the key in both ways.
  const extracted = fields["extracted_answer"] ?? fields["extract_answer"];
  return { score, extracted: typeof extracted === "string" || typeof extracted === "number" ? String(extracted) : null };
}
