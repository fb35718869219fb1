import { readFile } from "node:fs/promises";
import path from "node:path";
import { AutoTokenizer, type PreTrainedTokenizer } from "@huggingface/transformers";
import { FigtreeError } from "../../../core/ports";
import type { LoadOptions, Pooling } from "../messages";
import { unit } from "../vectors";
import { encodeText } from "./encodeText";
import { floatsOf, loadNetwork, readSettings, type Network } from "./network";

/**
 * A sentence-embedding model. One text at a time: neighbours of another length cost padding, and would change
 * the numbers of dynamically quantised weights.
 */
export class TextTower {
  private constructor(
    private readonly tokenizer: PreTrainedTokenizer,
    private readonly network: Network,
    private readonly settings: { readonly pooling: Pooling; readonly mostTokens: number; readonly prefix: string; readonly hasDense: boolean },
    readonly fingerprint: string,
  ) {}

  static async load({ folder, prefix }: NonNullable<LoadOptions["text"]>, options: LoadOptions): Promise<TextTower> {
    const tokenizer = await AutoTokenizer.from_pretrained(folder);
    const { network, fingerprint } = await loadNetwork(folder, "model", options, true);
    const modules = await readModules(folder);
    const pooling = poolingOf(await readSettings(folder, `${modules.find(({ kind }) => kind === "Pooling")?.path ?? "1_Pooling"}/config.json`));
    return new TextTower(tokenizer, network, { pooling, mostTokens: await mostTokensOf(folder, tokenizer), prefix, hasDense: modules.some(({ kind }) => kind === "Dense") }, fingerprint);
  }

  async embed(text: string): Promise<Float32Array> {
    return (await this.run(text)).vector;
  }

  /** `own`: the network pools itself. */
  async describe(): Promise<{ readonly dimension: number; readonly pooling: Pooling | "own"; readonly fingerprint: string }> {
    const { vector, pooling } = await this.run("What is shown?");
    return { dimension: vector.length, pooling, fingerprint: this.fingerprint };
  }

  private async run(text: string): Promise<{ vector: Float32Array; pooling: Pooling | "own" }> {
    const { pooling, mostTokens, prefix, hasDense } = this.settings;
    const outputs = await this.network(encodeText(this.tokenizer, prefix + text, mostTokens));
    const pooled = outputs["sentence_embedding"];
    if (pooled !== undefined) return { vector: requireUnit(floatsOf(pooled)), pooling: "own" };
    // Left out of the network, its weights are in no file that is read here.
    if (hasDense) throw new FigtreeError("embedder.notAvailable", { message: "Its export leaves out the last layer (Dense), so its vectors would not be the model's." });
    const tokens = outputs["last_hidden_state"] ?? outputs["token_embeddings"];
    if (tokens?.dims.length !== 3) throw new FigtreeError("embedder.notAvailable", { message: "Its network gives no vectors of tokens: it is no embedding model." });
    return { vector: requireUnit(pool(floatsOf(tokens), tokens.dims[1]!, tokens.dims[2]!, pooling)), pooling };
  }
}

/** Mean, first or last of `tokens` rows of `width` values. */
function pool(values: ArrayLike<number>, tokens: number, width: number, pooling: Pooling): Float32Array {
  const row = pooling === "last" ? tokens - 1 : 0;
  if (pooling !== "mean") return Float32Array.from({ length: width }, (_, index) => values[row * width + index]!);
  const sums = new Float64Array(width);
  for (let at = 0; at < tokens * width; at++) sums[at % width]! += values[at]!;
  return Float32Array.from(sums, (sum) => sum / tokens);
}

export function requireUnit(values: Float32Array): Float32Array {
  const vector = unit(values);
  if (vector === undefined) throw new FigtreeError("embedder.failed", { message: "It computed a vector of zeros or of values that are no numbers." });
  return vector;
}

/** sentence-transformers' list of a model's stages; empty where there is none. */
async function readModules(folder: string): Promise<{ readonly kind: string; readonly path: string }[]> {
  try {
    const list = JSON.parse(await readFile(path.join(folder, "modules.json"), "utf8")) as { type?: unknown; path?: unknown }[];
    return list.map(({ type, path: place }) => ({ kind: String(type).split(".").at(-1)!, path: String(place) }));
  } catch {
    return [];
  }
}

/** By sentence-transformers' settings; the mean, its own default, where there are none. */
function poolingOf(settings: Readonly<Record<string, unknown>> | undefined): Pooling {
  if (settings?.["pooling_mode_cls_token"] === true || settings?.["pooling_mode"] === "cls") return "cls";
  if (settings?.["pooling_mode_lasttoken"] === true || settings?.["pooling_mode"] === "lasttoken") return "last";
  const other = Object.entries(settings ?? {}).find(([name, value]) => name.startsWith("pooling_mode_") && name !== "pooling_mode_mean_tokens" && value === true);
  if (other !== undefined) throw new FigtreeError("embedder.notAvailable", { message: `It pools by ${other[0]}, which is not known here.` });
  return "mean";
}

/** Longest input: the smallest limit that any of its settings names. */
async function mostTokensOf(folder: string, tokenizer: PreTrainedTokenizer): Promise<number> {
  const { max_seq_length: sentence } = (await readSettings(folder, "sentence_bert_config.json")) ?? {};
  const { max_position_embeddings: positions, model_type: kind } = (await readSettings(folder, "config.json")) ?? {};
  // These count positions from 2.
  const usable = typeof positions === "number" && /roberta|mpnet|camembert/.test(String(kind)) ? positions - 2 : positions;
  const limits = [sentence, usable, (tokenizer as unknown as { model_max_length?: unknown }).model_max_length];
  return Math.min(8192, ...limits.filter((limit): limit is number => typeof limit === "number" && limit > 0));
}
