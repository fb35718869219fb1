import { z } from "zod";
import { FigtreeError } from "../../core/ports";

/**
 * The `model_type`s whose models see pictures, chat, and continue a cached prompt with transformers.js
 * 4.3's `AutoModelForImageTextToText`. The library's own table is not read here, since importing the
 * library loads its native runtime into the caller's process; a test compares the two.
 */
export const visionLanguageTypes: readonly string[] = [
  "gemma3", "gemma3n", "gemma4", "glm_ocr", "idefics3", "lfm2_vl", "lfm3_vl", "lighton_ocr", "llava", "llava_onevision", "llava_qwen2",
  "mistral3", "qwen2_vl", "qwen2_5_vl", "qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe", "smolvlm",
];

/** In the library's table, but of no use here; with the reason that a person is given. */
export const unusableTypes: Readonly<Record<string, string>> = {
  florence2: "It only takes fixed task words and cannot follow a chat.",
  moondream1: "It has no chat template, so it cannot be asked in turns.",
  paligemma: "It has no chat template, so it cannot be asked in turns.",
};

const configSchema = z.object({
  model_type: z.string(),
  "transformers.js_config": z.object({ dtype: z.union([z.string(), z.record(z.string(), z.string())]).nullish() }).nullish(),
});

/** Weight types: one for all parts, or one for each part. */
export type Dtype = string | Readonly<Record<string, string>>;

/** Reads what decides whether a model can run here. Throws `hub.unsupported`. */
export function readArchitecture(id: string, config: unknown): { modelType: string; dtype: Dtype | undefined } {
  const parsed = configSchema.safeParse(config);
  const refuse = (message: string): never => {
    throw new FigtreeError("hub.unsupported", { id, message });
  };
  if (!parsed.success) return refuse("Its config.json names no kind of model.");
  const { model_type: modelType } = parsed.data;
  const reason = unusableTypes[modelType];
  if (reason !== undefined) return refuse(reason);
  if (!visionLanguageTypes.includes(modelType)) return refuse(`It is of the kind ${JSON.stringify(modelType)}, which is not a vision-language model that transformers.js can run.`);
  return { modelType, dtype: parsed.data["transformers.js_config"]?.dtype ?? undefined };
}
