import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { AutoModel, env, PreTrainedModel, type Tensor } from "@huggingface/transformers";
import type { LoadOptions } from "../messages";

// Nothing is fetched, whatever a folder's settings name.
env.allowRemoteModels = false;

/** A loaded network of transformers.js. */
export type Network = (inputs: Readonly<Record<string, unknown>>) => Promise<Record<string, Tensor>>;

export type Settings = Readonly<Record<string, unknown>>;

/** File-name endings of transformers.js's weight types, in the order in which a CPU is best served. */
const endings = [["fp32", ""], ["q8", "_quantized"], ["int8", "_int8"], ["uint8", "_uint8"], ["q4", "_q4"], ["bnb4", "_bnb4"], ["q4f16", "_q4f16"], ["fp16", "_fp16"]] as const;

type WeightType = (typeof endings)[number][0];

interface Weights {
  readonly type: WeightType;
  /** File in the `onnx` folder. */
  readonly file: string;
}

/** A JSON file of a model's folder; undefined where there is none or it is no object. */
export async function readSettings(folder: string, file: string): Promise<Settings | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path.join(folder, file), "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Settings) : undefined;
  } catch {
    return undefined;
  }
}

/** The weights of a part (`model`, `text_model`, ...): of the preferred type if its file exists, else the first of the list above. */
export async function findWeights(folder: string, part: string, preferred: string | undefined): Promise<Weights | undefined> {
  const files = new Set(await readdir(path.join(folder, "onnx")).catch(() => []));
  const found = endings.map(([type, ending]) => ({ type, file: `${part}${ending}.onnx` })).filter(({ file }) => files.has(file));
  return found.find(({ type }) => type === preferred) ?? found[0];
}

/** Loads one part. A network of its own kind (`auto`: as the config's model type wants) or a plain one. */
export async function loadNetwork(folder: string, part: string, options: Pick<LoadOptions, "dtype" | "threads">, auto = false): Promise<{ network: Network; fingerprint: string }> {
  const custom = (await readSettings(folder, "config.json"))?.["transformers.js_config"];
  const configured = typeof custom === "object" && custom !== null && "dtype" in custom ? custom.dtype : undefined;
  const wanted = options.dtype ?? (typeof configured === "string" ? configured : (configured as Settings | undefined)?.[part]);
  const weights = await findWeights(folder, part, typeof wanted === "string" ? wanted : undefined);
  if (weights === undefined) throw new Error(`The folder has no onnx/${part}.onnx.`);
  const { size } = await stat(path.join(folder, "onnx", weights.file));
  const network = await (auto ? AutoModel : PreTrainedModel).from_pretrained(folder, {
    dtype: weights.type,
    device: "cpu",
    model_file_name: part,
    session_options: { intraOpNumThreads: options.threads ?? usefulThreads(size), interOpNumThreads: 1 },
  });
  return { network: network as unknown as Network, fingerprint: await hashOf([path.join(folder, "onnx", weights.file), path.join(folder, "tokenizer.json"), path.join(folder, "preprocessor_config.json")]) };
}

/** With small weights, handing work to other threads costs more than it brings. */
function usefulThreads(bytes: number): number {
  return bytes < 64 * 1024 * 1024 ? 1 : Math.min(4, availableParallelism());
}

/** SHA-256 over the contents of those files that exist, as lower-case hexadecimal. */
async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(`\n${path.basename(file)}\n`);
    try {
      for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    } catch {
      // Not every model has each of them.
    }
  }
  return hash.digest("hex");
}

/** The tensor's values as 32-bit floats. */
export function floatsOf(tensor: Tensor): Float32Array {
  return (tensor.type === "float32" ? tensor : tensor.to("float32")).data as Float32Array;
}
