import type { Choice, Message, ModelInfo, TurnDelivery, Usage } from "../../core/ports";

interface TokenProbability {
  readonly text: string;
  /** Natural logarithm of the probability under the model's own distribution, <= 0. */
  readonly logprob: number;
}

export interface ServedToken extends TokenProbability {
  /** Most likely first. */
  readonly alternatives: readonly TokenProbability[];
}

export interface ServedRequest {
  readonly messages: readonly Message[];
  readonly samples: number;
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly seed: number;
  /** Report tokens with this many alternatives (0..20); absent: report none. */
  readonly alternatives?: number;
  readonly signal: AbortSignal;
  /** Called with text that will not be taken back. */
  readonly onText?: (sample: number, text: string, tokens: readonly ServedToken[]) => void;
}

export interface ServedChoice extends Choice {
  readonly tokens?: readonly ServedToken[];
}

/** What a model must offer to be served; the embedded model does. */
export interface ServedModel {
  readonly info: ModelInfo;
  complete(request: ServedRequest): Promise<{ readonly choices: readonly ServedChoice[]; readonly usage: Usage; readonly earlierTurns?: TurnDelivery }>;
}
