import { readFile, readdir, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { AutoModelForImageTextToText, AutoProcessor, env, type PreTrainedTokenizer, type Processor, type Tensor } from "@huggingface/transformers";
import type { LoadOptions } from "../messages";
import { chooseWeights } from "./weights";

/** The parts of a transformers.js model that this room calls. */
export interface CausalModel {
  (inputs: Readonly<Record<string, unknown>>): Promise<Record<string, Tensor>>;
  readonly config: ModelConfig;
  readonly generation_config?: { readonly eos_token_id?: number | readonly number[] | null } | null;
  /** Only in models with multimodal rotary positions: `[positions [3, 1, tokens], deltas]`. */
  readonly get_rope_index?: (tokens: Tensor, imageGrid: unknown, videoGrid: unknown, mask: Tensor) => [Tensor, Tensor];
}

interface ModelConfig {
  readonly image_token_id?: number;
  readonly image_token_index?: number;
  readonly eos_token_id?: number | readonly number[] | null;
  readonly max_position_embeddings?: number;
  readonly text_config?: { readonly eos_token_id?: number | readonly number[] | null; readonly max_position_embeddings?: number };
  readonly "transformers.js_config"?: { readonly dtype?: string | Readonly<Record<string, unknown>> };
}

export interface LoadedModel {
  readonly model: CausalModel;
  readonly processor: Processor;
  readonly tokenizer: PreTrainedTokenizer;
}

/** Loads a folder in the layout of transformers.js from disk alone: nothing is fetched. */
export async function loadModel({ folder, threads, dtype }: LoadOptions): Promise<LoadedModel> {
  env.allowRemoteModels = false;
  const config = JSON.parse(await readFile(path.join(folder, "config.json"), "utf8")) as ModelConfig;
  const onnx = path.join(folder, "onnx");
  const weights = chooseWeights(await readdir(onnx), dtype ?? config["transformers.js_config"]?.dtype);
  const processor = await AutoProcessor.from_pretrained(folder);
  const model = await AutoModelForImageTextToText.from_pretrained(folder, {
    dtype: weights,
    device: "cpu",
    session_options: { intraOpNumThreads: threads ?? (await usefulThreads(onnx)), interOpNumThreads: 1 },
  });
  if (processor.tokenizer === undefined) throw new Error("The folder has no tokenizer.");
  if (processor.image_processor === undefined) throw new Error("The folder has no image processor: this is not a vision-language model.");
  return { model: model as unknown as CausalModel, processor, tokenizer: processor.tokenizer };
}

/** With small weights, handing work to other threads costs more than it brings (measured: 9 MB, two threads, 1.9 times as slow). */
async function usefulThreads(onnx: string): Promise<number> {
  const sizes = await Promise.all((await readdir(onnx)).map(async (file) => (await stat(path.join(onnx, file))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return bytes < 64 * 1024 * 1024 ? 1 : Math.min(4, availableParallelism());
}
