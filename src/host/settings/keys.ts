import type { SolveSettings } from "../../core/solve";

/** Setting of package.json (without the prefix `figtree.`) for each value of a solve; null there means: by the preset. */
export const solveKeys = {
  iterations: "search.iterations",
  width: "search.width",
  depth: "search.depth",
  exploration: "search.exploration",
  unvisited: "search.unvisited",
  select: "search.select",
  votes: "search.votes",
  gamma: "search.gamma",
  temperature: "search.temperature",
  topP: "search.topP",
  seed: "search.seed",
  maxTokensPerStep: "search.maxTokensPerStep",
  forceFinal: "search.forceFinal",
  skipExhausted: "search.skipExhausted",
  earlyStop: "search.earlyStop",
  noR1: "ablation.noUsefulness",
  noR2: "ablation.noCorrectness",
  noPRM: "ablation.noProcessReward",
  textOnlyGeneration: "ablation.textOnlyGeneration",
  textOnlyUsefulness: "ablation.textOnlyUsefulness",
  textOnlyCorrectness: "ablation.textOnlyCorrectness",
  maxCalls: "budget.maxCalls",
  maxTokens: "budget.maxTokens",
  maxSeconds: "budget.maxSeconds",
} as const satisfies Record<keyof SolveSettings, string>;

export const otherKeys = {
  baseUrl: "endpoint.baseUrl",
  model: "endpoint.model",
  inFlight: "endpoint.inFlight",
  firstByteSeconds: "endpoint.firstByteSeconds",
  totalSeconds: "endpoint.totalSeconds",
  source: "model.source",
  vscodeModel: "vscodeModel",
  embeddedModel: "embedded.model",
  hubHost: "hub.host",
  discoveryPorts: "discovery.ports",
  preset: "search.preset",
  method: "search.method",
} as const;
