import type { EndpointMemory } from "../../core/ports";

/** Nothing known yet: the fullest requests are tried first. */
export function newMemory(): EndpointMemory {
  return { choicesPerRequest: null, refused: [], topLogprobs: 20, emptyRewards: 0, rewardsRead: false, leastTokens: 1, mostTokens: null, wordy: false, thinks: false, thinkingOff: null, vision: null, imagesPerRequest: null, turnsDropped: false, inFlight: null };
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
