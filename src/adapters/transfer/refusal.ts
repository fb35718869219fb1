/** Why one record is not taken. Never leaves the room: it becomes an `ImportProblem`. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    /** A sentence that is the same for all records with this fault, so that they can be counted. */
    readonly reason: string,
    /** What differs: a path, a value. */
    readonly detail = "",
  ) {
    super(reason);
  }
}

/** One record that is not taken, or a part of a file that cannot be read. */
export interface ImportProblem {
  /** Path below the folder or in the archive. */
  readonly file: string;
  /** From 1, over all files. */
  readonly record: number;
  /** From 1; null where the format has no lines. */
  readonly line: number | null;
  /** A sentence. */
  readonly reason: string;
  /** Cut to 200 characters; may be empty. */
  readonly detail: string;
}

/** The first problems in full, and how often each reason occurred. */
export class ProblemList {
  readonly first: ImportProblem[];
  readonly #counts: Map<string, number>;

  constructor(private readonly limit: number, before: { readonly problems: readonly ImportProblem[]; readonly reasons: readonly ReasonCount[] } = { problems: [], reasons: [] }) {
    this.first = [...before.problems];
    this.#counts = new Map(before.reasons.map(({ reason, count }) => [reason, count]));
  }

  add(problem: ImportProblem): void {
    this.#counts.set(problem.reason, (this.#counts.get(problem.reason) ?? 0) + 1);
    if (this.first.length < this.limit) this.first.push({ ...problem, detail: problem.detail.slice(0, 200) });
  }

  /** Most frequent first. */
  get reasons(): ReasonCount[] {
    return [...this.#counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  }
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
}
