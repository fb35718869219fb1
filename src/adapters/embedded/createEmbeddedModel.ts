import { existsSync } from "node:fs";
import { totalmem } from "node:os";
import path from "node:path";
import { FigtreeError, type CompletionReply, type CompletionRequest, type Logger, type VisionModel } from "../../core/ports";
import { ModelProcess } from "./modelProcess";

interface EmbeddedModelOptions {
  /** A vision-language model in the layout of transformers.js: config.json, tokenizer, processor, `onnx/`. */
  readonly folder: string;
  /** What a person knows it by; default: the folder's name. */
  readonly name?: string;
  /** The built entry of the child process (`embedded-process.js`). */
  readonly processFile: string;
  readonly logger: Logger;
  /** True for the bundled tiny sample. */
  readonly sample: boolean;
  /** Threads within one operation, >= 1; default: by the size of the weights and the machine. */
  readonly threads?: number;
  /** Default true: the key-value caches of earlier prompts serve prompts with the same beginning. */
  readonly prefixReuse?: boolean;
  /** Bound of these caches in bytes; default: a sixteenth of the machine's memory, within 64 MB and 1 GB. */
  readonly cacheBytes?: number;
  /** Weight type (`fp32`, `q8`, ...); default: what the folder's config says or holds. */
  readonly dtype?: string;
}

/** A model that runs in a process of its own on this machine. */
export interface EmbeddedModel extends VisionModel {
  /** Loads the model if it is not loaded; gives the milliseconds that loading took. */
  load(signal: AbortSignal): Promise<number>;
  /** As `generate`, with token probabilities and text as it appears. */
  complete(request: CompletionRequest): Promise<CompletionReply>;
  /** Process id while the child runs. */
  readonly pid: number | undefined;
}

/**
 * Errors of its calls: `model.notFound` (no such folder, or not a model), `model.loadFailed`,
 * `model.crashed` (the next call starts a new process), `endpoint.contextOverflow`, `cancelled`.
 */
export function createEmbeddedModel(options: EmbeddedModelOptions): EmbeddedModel {
  const folder = path.resolve(options.folder);
  const child = new ModelProcess(
    options.processFile,
    {
      folder,
      prefixReuse: options.prefixReuse ?? true,
      cacheBytes: options.cacheBytes ?? usualCacheBytes(),
      ...(options.threads === undefined ? {} : { threads: options.threads }),
      ...(options.dtype === undefined ? {} : { dtype: options.dtype }),
    },
    options.logger,
  );
  const complete = async ({ signal, onText, onRequest, ...body }: CompletionRequest): Promise<CompletionReply> => {
    requireModel(folder);
    onRequest?.();
    return child.request({ kind: "complete", body: { ...body, stream: onText !== undefined } }, signal, onText);
  };
  return {
    info: { name: options.name ?? path.basename(folder), place: "embedded", sample: options.sample },
    get pid() {
      return child.pid;
    },
    async load(signal) {
      requireModel(folder);
      return (await child.request({ kind: "load" }, signal)).milliseconds;
    },
    complete,
    generate: complete,
    async probabilityOfYes({ messages, signal, onRequest }) {
      requireModel(folder);
      onRequest?.();
      return { ...(await child.request({ kind: "yesNo", messages }, signal)), source: "logprobs" };
    },
    dispose: () => child.dispose(),
  };
}

/** One prompt takes some 50 kB a token in models of a billion parameters, so a solve's prompts can fill hundreds of megabytes. */
const usualCacheBytes = (): number => Math.min(2 ** 30, Math.max(2 ** 26, Math.floor(totalmem() / 16)));

/** Checked at every call, which costs microseconds: folders come and go. */
function requireModel(folder: string): void {
  const missing = ["", "config.json", "onnx"].find((part) => !existsSync(path.join(folder, part)));
  if (missing !== undefined) throw new FigtreeError("model.notFound", { folder, ...(missing === "" ? { message: "The folder does not exist." } : { message: `It has no ${missing}.` }) });
}
