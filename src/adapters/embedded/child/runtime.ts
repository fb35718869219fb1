import { FigtreeError, type CompletionReply, type Message, type SampledToken } from "../../../core/ports";
import type { CompletionBody, LoadOptions, YesNoReply } from "../messages";
import { Forward } from "./forward";
import { loadModel, type LoadedModel } from "./loadModel";
import { PromptEncoder, type EncodedPrompt } from "./promptEncoder";
import { sampleBatch } from "./sampleBatch";
import { probabilityOf, yesNoTokens, type YesNoTokens } from "./yesNo";

export interface RunHooks {
  /** Lets the event loop turn, and throws `cancelled` if the request is no longer wanted. */
  checkpoint(): Promise<void>;
  onText?: ((sample: number, text: string, tokens?: readonly SampledToken[]) => void) | undefined;
}

/** One loaded model. Calls must not overlap. */
export class Runtime {
  private readonly encoder: PromptEncoder;
  private readonly forward: Forward;
  private readonly words: YesNoTokens;
  private readonly endTokens: ReadonlySet<number>;
  private readonly contextTokens: number;

  private constructor(
    private readonly loaded: LoadedModel,
    options: LoadOptions,
  ) {
    this.encoder = new PromptEncoder(loaded);
    this.forward = new Forward(loaded.model, options);
    this.words = yesNoTokens(loaded.tokenizer.get_vocab());
    this.endTokens = endTokensOf(loaded);
    const { config } = loaded.model;
    this.contextTokens = config.text_config?.max_position_embeddings ?? config.max_position_embeddings ?? Infinity;
  }

  static async load(options: LoadOptions): Promise<Runtime> {
    return new Runtime(await loadModel(options), options);
  }

  async complete(body: CompletionBody, { checkpoint, onText }: RunHooks): Promise<CompletionReply> {
    const prompt = await this.encode(body.messages);
    const start = await this.forward.prefill(prompt);
    const { choices, drawn } = await sampleBatch({
      first: start.logits,
      decoder: this.forward.continueFrom(start),
      samples: body.samples,
      temperature: body.temperature,
      topP: body.topP,
      maxTokens: Math.min(body.maxTokens, this.contextTokens - prompt.tokens.length),
      stop: body.stop,
      seed: body.seed,
      endTokens: this.endTokens,
      alternatives: body.alternatives,
      decode: (tokens) => this.loaded.tokenizer.decode([...tokens], { skip_special_tokens: true, clean_up_tokenization_spaces: false }),
      checkpoint,
      onText,
    });
    return { choices, usage: { requests: 1, samples: body.samples, promptTokens: prompt.tokens.length, completionTokens: drawn }, ...(prompt.earlierTurns === undefined ? {} : { earlierTurns: prompt.earlierTurns }) };
  }

  async yesNo(messages: readonly Message[]): Promise<YesNoReply> {
    const prompt = await this.encode(messages);
    const { logits } = await this.forward.prefill(prompt);
    return {
      yes: probabilityOf(this.words.yes, logits),
      no: probabilityOf(this.words.no, logits),
      usage: { requests: 1, samples: 1, promptTokens: prompt.tokens.length, completionTokens: 1 },
    };
  }

  private async encode(messages: readonly Message[]): Promise<EncodedPrompt> {
    const prompt = await this.encoder.encode(messages);
    if (prompt.tokens.length === 0) throw new FigtreeError("input.invalid", { field: "The prompt", message: "It has no text." });
    if (prompt.tokens.length >= this.contextTokens) throw new FigtreeError("endpoint.contextOverflow", { tokens: prompt.tokens.length, limit: this.contextTokens });
    return prompt;
  }
}

/** Every token that ends a reply, by the generation settings, else by the model's, else by the tokenizer's. */
function endTokensOf({ model, tokenizer }: LoadedModel): ReadonlySet<number> {
  const ids = model.generation_config?.eos_token_id ?? model.config.eos_token_id ?? model.config.text_config?.eos_token_id;
  if (ids !== undefined && ids !== null) return new Set([ids].flat());
  const id = tokenizer.get_vocab().get(tokenizer.eos_token ?? "");
  return new Set(id === undefined ? [] : [id]);
}
