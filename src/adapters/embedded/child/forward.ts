import { DynamicCache, Tensor } from "@huggingface/transformers";
import { firstTokens, repeatRow, selectRows } from "./keyValues";
import type { CausalModel } from "./loadModel";
import type { EncodedPrompt } from "./promptEncoder";
import { PrefixCache } from "./prefixCache";
import type { BatchDecoder } from "./sampleBatch";

type Tensors = Readonly<Record<string, Tensor>>;

/** A prompt that has gone through the model. Never changed afterwards: several decoders may start from it. */
export interface Prefilled {
  readonly keyValues: Tensors;
  /** Logits of the token after the prompt. */
  readonly logits: Float32Array;
  readonly length: number;
  /** Rotary position of the next token, where the model wants positions from outside. */
  readonly nextPosition: bigint | undefined;
}

/** Runs prompts and batches of continuations through the model. */
export class Forward {
  private readonly cache: PrefixCache<Prefilled>;
  private readonly reuse: boolean;

  constructor(
    private readonly model: CausalModel,
    options: { readonly prefixReuse: boolean; readonly cacheBytes: number },
  ) {
    this.reuse = options.prefixReuse;
    this.cache = new PrefixCache(options.cacheBytes);
  }

  /** The prompt's caches and next logits; with prefix reuse only what no earlier prompt began with is computed. */
  async prefill(prompt: EncodedPrompt): Promise<Prefilled> {
    const found = this.reuse ? this.cache.find(prompt) : undefined;
    const length = prompt.tokens.length;
    if (found?.whole === true && found.length === length) return found.value;
    const shared = found === undefined ? 0 : Math.min(found.length, length - 1);
    const past = found === undefined || shared < prompt.imageEnd || shared === 0 ? undefined : firstPart(found.value, shared);
    const done = await this.run(prompt, past === undefined ? 0 : shared, past);
    if (this.reuse) this.cache.put(prompt, done, bytesOf(done));
    return done;
  }

  /** Continues a prompt in a batch whose size is that of the first step. */
  continueFrom(start: Prefilled): BatchDecoder {
    let keyValues = start.keyValues;
    let rows = 1;
    let length = start.length;
    return {
      keepRows: (kept) => {
        if (rows === 1) return;
        keyValues = mapTensors(keyValues, (tensor) => new Tensor(tensor.type, selectRows(tensor.data as Float32Array, rows, kept), [kept.length, ...tensor.dims.slice(1)]));
        rows = kept.length;
      },
      advance: async (tokens) => {
        if (rows !== tokens.length) keyValues = mapTensors(keyValues, (tensor) => new Tensor(tensor.type, repeatRow(tensor.data as Float32Array, tokens.length), [tokens.length, ...tensor.dims.slice(1)]));
        rows = tokens.length;
        const position = start.nextPosition === undefined ? undefined : start.nextPosition + BigInt(length - start.length);
        length += 1;
        const outputs = await this.model({
          input_ids: integers(tokens, [rows, 1]),
          attention_mask: ones(rows, length),
          past_key_values: new DynamicCache(keyValues),
          num_logits_to_keep: lastOnly(),
          ...(position === undefined ? {} : { position_ids: new Tensor("int64", new BigInt64Array(3 * rows).fill(position), [3, rows, 1]) }),
        });
        keyValues = presentOf(outputs);
        return lastLogits(outputs["logits"]!);
      },
    };
  }

  private async run(prompt: EncodedPrompt, from: number, past: Tensors | undefined): Promise<Prefilled> {
    const length = prompt.tokens.length;
    const mask = ones(1, length);
    const positions = this.model.get_rope_index?.(integers(prompt.tokens, [1, length]), prompt.vision["image_grid_thw"], undefined, mask)[0];
    const outputs = await this.model({
      input_ids: integers(prompt.tokens.slice(from), [1, length - from]),
      attention_mask: mask,
      num_logits_to_keep: lastOnly(),
      ...(past === undefined ? prompt.vision : { past_key_values: new DynamicCache(past) }),
      ...(positions === undefined ? {} : { position_ids: positions.slice(null, null, [from, length]) }),
    });
    const last = positions === undefined ? undefined : (positions.data as BigInt64Array).reduce((most, one) => (one > most ? one : most));
    return { keyValues: presentOf(outputs), logits: lastLogits(outputs["logits"]!)[0]!, length, nextPosition: last === undefined ? undefined : last + 1n };
  }
}

/** The caches of the first `length` tokens, or undefined where they cannot be told apart (recurrent states). */
function firstPart(prefilled: Prefilled, length: number): Tensors | undefined {
  if (length === prefilled.length) return prefilled.keyValues;
  const entries = Object.entries(prefilled.keyValues);
  if (entries.some(([name, { dims }]) => !name.startsWith("past_key_values.") || dims.length !== 4 || dims[2] !== prefilled.length)) return undefined;
  return mapTensors(prefilled.keyValues, ({ type, data, dims }) => new Tensor(type, firstTokens(data as Float32Array, dims[2]!, dims[3]!, length), [dims[0]!, dims[1]!, length, dims[3]!]));
}

/** Next step's caches from this step's outputs, by the naming of the ONNX exports. */
function presentOf(outputs: Tensors): Tensors {
  const present = Object.entries(outputs).filter(([name]) => name.startsWith("present"));
  return Object.fromEntries(present.map(([name, tensor]) => [name.replace(/^present_(?=[a-z]+)/, "past_").replace(/^present(?=[.])/, "past_key_values"), tensor]));
}

/** One row of logits per sequence, those after the last token. */
function lastLogits(logits: Tensor): Float32Array[] {
  const last = logits.slice(null, -1, null).to("float32");
  const data = last.data as Float32Array;
  const rows = last.dims[0]!;
  const width = data.length / rows;
  return Array.from({ length: rows }, (_, row) => data.slice(row * width, (row + 1) * width));
}

function mapTensors(tensors: Tensors, map: (tensor: Tensor) => Tensor): Tensors {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, map(tensor)]));
}

function integers(values: readonly number[], dims: number[]): Tensor {
  return new Tensor("int64", BigInt64Array.from(values, BigInt), dims);
}

function ones(rows: number, length: number): Tensor {
  return new Tensor("int64", new BigInt64Array(rows * length).fill(1n), [rows, length]);
}

/** Where the decoder can leave out the logits of all but the last token, it does: they can take hundreds of megabytes. */
function lastOnly(): Tensor {
  return new Tensor("int64", BigInt64Array.of(1n), []);
}

function bytesOf(prefilled: Prefilled): number {
  const arrays = Object.values(prefilled.keyValues).map((tensor) => (tensor.data as Float32Array).byteLength);
  return arrays.reduce((sum, bytes) => sum + bytes, prefilled.logits.byteLength);
}
