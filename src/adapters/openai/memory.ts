/**
 * What was learned about one endpoint and model: plain data that can be kept. Everything here is learned
 * from behaviour, nothing from the server's name.
 */
export interface EndpointMemory {
  /** Choices that one request brings; null: nothing but what is asked for has been seen. */
  choicesPerRequest: number | null;
  /** Optional request fields that were refused and are no longer sent. */
  refused: string[];
  /** How many alternatives of a token to ask for; 0: log-probabilities are of no use here. */
  topLogprobs: number;
  /** Log-probabilities came whose first token was neither Yes nor No, and none yet where it was. */
  emptyRewards: number;
  /** Some rewards could be read from log-probabilities. */
  rewardsRead: boolean;
  /** The least token limit that is accepted. */
  leastTokens: number;
  /** The greatest token limit that is accepted; null: none is known. */
  mostTokens: number | null;
  /** A reply of a few tokens to a Yes/No question holds no answer here. */
  wordy: boolean;
  /** The model thinks before it replies, so limits need room for the thought. */
  thinks: boolean;
}

export function newMemory(): EndpointMemory {
  return { choicesPerRequest: null, refused: [], topLogprobs: 20, emptyRewards: 0, rewardsRead: false, leastTokens: 1, mostTokens: null, wordy: false, thinks: false };
}

const tokenLimitNames = ["max_tokens", "max_completion_tokens"] as const;

/** The field that carries the token limit: the older name until it is refused (servers ignore the newer one silently). */
export function tokenLimitName(memory: EndpointMemory): (typeof tokenLimitNames)[number] | undefined {
  return tokenLimitNames.find((name) => !memory.refused.includes(name));
}

/** The next lower number of alternatives worth asking for. */
export function fewerLogprobs(topLogprobs: number): number {
  return topLogprobs > 5 ? 5 : 0;
}
