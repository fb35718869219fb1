/** What one answer is worth. All scores are in [0, 1]; only VizWiz gives parts of one. */
export interface Score {
  /** What the official rule read out of the reply; null where it read nothing. */
  readonly extracted: string | null;
  /** The official rule with its known defects put right: the score to report beside others. */
  readonly correct: number;
  /** The official rule as published, defects included; null where it needs a language model as judge. */
  readonly official: number | null;
  /** Equality of answers by meaning (`core/answers`), the same for every data set. */
  readonly ours: number;
  /** What decided `official` (or `correct`, where that is null), e.g. `letter`, `nearestChoice`, `unparsed`. */
  readonly rule: string;
  /** The rule of `core/answers` that decided `ours`. */
  readonly oursRule: string;
  /** Whether `official` rests on a seeded guess because nothing could be read. */
  readonly guessed: boolean;
}

/** No reply and no answer: wrong by every rule. */
export const unanswered: Score = { extracted: null, correct: 0, official: 0, ours: 0, rule: "unanswered", oursRule: "empty", guessed: false };
