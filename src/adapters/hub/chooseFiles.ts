import { FigtreeError } from "../../core/ports";
import type { Dtype } from "./architectures";
import type { HubFile } from "./hubApi";

/** File-name endings of transformers.js's weight types, in the order in which a missing one is replaced on a CPU. */
const endings: Readonly<Record<string, string>> = {
  q8: "_quantized", int8: "_int8", uint8: "_uint8", q4: "_q4", fp32: "", bnb4: "_bnb4", q4f16: "_q4f16", fp16: "_fp16", q2: "_q2", q2f16: "_q2f16", q1: "_q1", q1f16: "_q1f16",
};

/** Every weight type by its name. */
export const weightTypes: readonly string[] = Object.keys(endings);

/** Networks that a vision-language model is made of; the others exist for some kinds of models only. */
const neededParts = ["vision_encoder", "embed_tokens", "decoder_model_merged"];
const otherParts = ["audio_encoder"];

/** Everything beside the weights that transformers.js reads. */
const settings = new Set([
  "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json",
  "preprocessor_config.json", "processor_config.json", "chat_template.json", "chat_template.jinja",
]);

export interface Choice {
  readonly files: readonly HubFile[];
  /** The weight type of each part. */
  readonly dtype: Readonly<Record<string, string>>;
}

/**
 * The files of one weight type: settings, one network for each part, and its external data. A part that
 * lacks the wanted type takes the next in the order above. Throws `hub.unsupported`.
 */
export function chooseFiles(id: string, listed: readonly HubFile[], wanted: Dtype | undefined): Choice {
  const paths = new Set(listed.map((file) => file.path));
  const refuse = (message: string): never => {
    throw new FigtreeError("hub.unsupported", { id, message });
  };
  const dtype: Record<string, string> = {};
  for (const part of [...neededParts, ...otherParts]) {
    const has = weightTypes.filter((type) => paths.has(networkFile(part, type)));
    const first = typeof wanted === "string" ? wanted : wanted?.[part];
    const type = has.find((one) => one === first) ?? has[0];
    if (type !== undefined) dtype[part] = type;
    else if (neededParts.includes(part)) refuse(`It has no network onnx/${part}.onnx of any weight type, so it was not exported for transformers.js.`);
  }
  for (const file of ["tokenizer.json", "tokenizer_config.json"]) if (!paths.has(file)) refuse(`It has no ${file}.`);
  if (!paths.has("preprocessor_config.json") && !paths.has("processor_config.json")) refuse("It has no settings for pictures (preprocessor_config.json).");
  const networks = Object.entries(dtype).map(([part, type]) => networkFile(part, type));
  const files = listed.filter(({ path }) => settings.has(path) || networks.some((network) => path === network || (path.startsWith(`${network}_data`) && /^(_\d+)?$/.test(path.slice(network.length + 5)))));
  return { files, dtype };
}

const networkFile = (part: string, type: string): string => `onnx/${part}${endings[type]!}.onnx`;
