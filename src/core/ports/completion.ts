import type { Choice, GenerateReply, GenerateRequest } from "./model";

export interface TokenProbability {
  readonly text: string;
  /** Natural logarithm of the probability under the model's own distribution, <= 0. */
  readonly logprob: number;
}

export interface SampledToken extends TokenProbability {
  /** Most likely first; as many as were asked for. */
  readonly alternatives: readonly TokenProbability[];
}

/** What a model that runs here can be asked beyond `GenerateRequest`: token probabilities, and text as it appears. */
export interface CompletionRequest extends GenerateRequest {
  /** Report the sampled tokens with this many alternatives (0..20); absent: do not report them. */
  readonly alternatives?: number;
  /** Called with text that will not be taken back, and its tokens if they were asked for. */
  readonly onText?: (sample: number, text: string, tokens: readonly SampledToken[]) => void;
}

export interface CompletionChoice extends Choice {
  /** The tokens of `text`, if they were asked for. */
  readonly tokens?: readonly SampledToken[];
}

export interface CompletionReply extends Omit<GenerateReply, "choices"> {
  readonly choices: readonly CompletionChoice[];
}
