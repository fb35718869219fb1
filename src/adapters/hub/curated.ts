import type { Dtype } from "./architectures";

export interface CuratedModel {
  readonly id: string;
  /** Which weights are suggested on a CPU. */
  readonly dtype: Dtype;
  /** Megabytes that such a download takes, roughly; the exact number is known when it begins. */
  readonly downloadMegabytes: number;
  /** Megabytes of memory while it runs, roughly: the weights, working memory, cached prompts. */
  readonly memoryMegabytes: number;
  readonly note: string;
  /** False: none of these was tried by us. */
  readonly tried: boolean;
}

/**
 * Vision-language models with networks for transformers.js, small ones first. Sizes are estimates from
 * the file sizes that the hub shows for these models or their sisters and from parameter counts; those
 * of memory are rougher. None was run by us.
 */
export const curatedModels: readonly CuratedModel[] = [
  { id: "HuggingFaceTB/SmolVLM-256M-Instruct", dtype: "q8", downloadMegabytes: 265, memoryMegabytes: 1200, note: "Idefics3, 256 M parameters, Apache-2.0. Smallest; weak at reasoning.", tried: false },
  { id: "HuggingFaceTB/SmolVLM-500M-Instruct", dtype: "q8", downloadMegabytes: 510, memoryMegabytes: 1800, note: "Idefics3, 500 M parameters, Apache-2.0.", tried: false },
  { id: "HuggingFaceTB/SmolVLM2-500M-Video-Instruct", dtype: "q8", downloadMegabytes: 510, memoryMegabytes: 1800, note: "SmolVLM, 500 M parameters, Apache-2.0.", tried: false },
  { id: "llava-hf/llava-onevision-qwen2-0.5b-si-hf", dtype: "q8", downloadMegabytes: 1070, memoryMegabytes: 3000, note: "LLaVA-OneVision for single pictures, 0.9 B parameters.", tried: false },
  { id: "onnx-community/FastVLM-0.5B-ONNX", dtype: "q8", downloadMegabytes: 875, memoryMegabytes: 2500, note: "FastVLM on Qwen2, 0.5 B parameters; Apple's research licence.", tried: false },
  { id: "onnx-community/Qwen2-VL-2B-Instruct", dtype: { vision_encoder: "q8", embed_tokens: "q8", decoder_model_merged: "q4" }, downloadMegabytes: 2000, memoryMegabytes: 5000, note: "Qwen2-VL, 2.2 B parameters, Apache-2.0. Best of the list at figures, slow on a CPU.", tried: false },
];
