import { existsSync } from "node:fs";
import path from "node:path";
import { FigtreeError, type Embedder, type Logger } from "../../../core/ports";
import { EmbedderProcess } from "../embedderProcess";
import { embedImagesIn, embedTextsIn } from "../localVectors";

export interface TransformersEmbedderOptions {
  /** A sentence-embedding model: folder in the layout of transformers.js, or the id of an installed model. */
  readonly text?: string;
  /** A model like CLIP or SigLIP, with `onnx/text_model.onnx` and `onnx/vision_model.onnx`: folder or id. */
  readonly joint?: string;
  /** Put before every text for the text model, where it wants that (`query: `). */
  readonly prefix?: string;
  /** Weight type (`fp32`, `q8`, ...); default: what the folder's config says or holds. */
  readonly dtype?: string;
  /** Threads within one operation, >= 1; default: by the size of the weights and the machine. */
  readonly threads?: number;
  /** Folder of an installed model; default: none is installed. */
  readonly folderOf?: (id: string) => Promise<string | undefined>;
  /** The built entry of the child process (`embedder-process.js`). */
  readonly processFile: string;
  readonly logger: Logger;
}

const channelNames = { text: "texts", image: "pictures", joint: "texts in the pictures' space" } as const;

/**
 * An embedder with models of transformers.js, in a process of its own. At least one of `text` and `joint` is
 * given; the models are loaded at once, since only they tell their dimensions. Nothing is ever downloaded.
 *
 * @throws FigtreeError `embedder.notAvailable` for a model that is not there, damaged or of another kind; `input.invalid` without any; `cancelled`. Calls throw `embedder.failed` when the process dies (the next call starts another).
 */
export async function createTransformersEmbedder(options: TransformersEmbedderOptions, signal: AbortSignal): Promise<Embedder & { readonly pid: number | undefined }> {
  const given = (name: string | undefined): Promise<string | undefined> => (name === undefined || name.trim() === "" ? Promise.resolve(undefined) : locate(name.trim(), options.folderOf));
  const [text, joint] = await Promise.all([given(options.text), given(options.joint)]);
  if (text === undefined && joint === undefined) throw new FigtreeError("input.invalid", { field: "The embedder", message: "It needs a model for texts, or one for texts and pictures." });
  const { prefix = "", dtype, threads } = options;
  const names = { text: nameOf(options.text), joint: nameOf(options.joint) };
  const child = new EmbedderProcess(
    options.processFile,
    {
      ...(text === undefined ? {} : { text: { folder: text, prefix } }),
      ...(joint === undefined ? {} : { joint: { folder: joint } }),
      ...(dtype === undefined ? {} : { dtype }),
      ...(threads === undefined ? {} : { threads }),
    },
    [names.text, names.joint].filter((name) => name !== "").join(" and "),
    options.logger,
  );
  const known = await child.describe(signal).catch(async (failure: unknown) => {
    await child.dispose();
    throw failure;
  });
  const jointDimension = known.joint?.dimension ?? null;
  const dimensions = { text: known.text?.dimension ?? null, image: jointDimension, joint: jointDimension };
  const requireChannel = (channel: keyof typeof channelNames): void => {
    if (dimensions[channel] === null) throw new FigtreeError("input.invalid", { field: "The embedder", message: `It has no vectors of ${channelNames[channel]}.` });
  };
  const parts = [
    ...(known.text === undefined ? [] : [`text ${names.text} ${known.text.fingerprint.slice(0, 12)} ${known.text.pooling}${prefix === "" ? "" : ` ${JSON.stringify(prefix)}`}`]),
    ...(known.joint === undefined ? [] : [`joint ${names.joint} ${known.joint.fingerprint}`]),
  ];
  return {
    space: { id: `transformers.js ${parts.join(", ")}`, dimensions },
    description: describe(names, known.text?.pooling, known.joint !== undefined),
    get pid() {
      return child.pid;
    },
    async embedTexts(texts, stop) {
      requireChannel("text");
      return embedTextsIn(child, "texts", texts, stop);
    },
    async embedImages(images, stop) {
      requireChannel("image");
      return embedImagesIn(child, images, stop);
    },
    async embedJoint(texts, stop) {
      requireChannel("joint");
      return embedTextsIn(child, "joint", texts, stop);
    },
    dispose: () => child.dispose(),
  };
}

const nameOf = (model: string | undefined): string => (model === undefined ? "" : path.isAbsolute(model) || model.startsWith(".") ? path.basename(model) : model.trim());

function describe(names: { readonly text: string; readonly joint: string }, pooling: string | undefined, joint: boolean): string {
  const texts = pooling === undefined ? "Questions have no vectors of their own." : `Questions by ${names.text} (${pooling === "own" ? "pooled by the model" : `${pooling} pooling`}).`;
  return `${texts} ${joint ? `Pictures, and questions compared with pictures, by ${names.joint}.` : "It has no vectors of pictures."} Runs on this machine.`;
}

/** The folder of a model: as it is where it exists, else that of an installed model of this name. */
async function locate(model: string, folderOf: TransformersEmbedderOptions["folderOf"]): Promise<string> {
  const isId = /^[\w.-]+\/[\w.-]+$/.test(model);
  const folder = existsSync(model) ? path.resolve(model) : isId ? await folderOf?.(model) : undefined;
  if (folder === undefined) throw new FigtreeError("embedder.notAvailable", { model, message: isId ? "It is not installed, and nothing is downloaded without being asked for. Save its files (config.json, tokenizer.json, tokenizer_config.json, the onnx folder, and for pictures preprocessor_config.json) in a folder and give that folder." : "There is no such folder." });
  const missing = ["config.json", "onnx"].find((part) => !existsSync(path.join(folder, part)));
  if (missing !== undefined) throw new FigtreeError("embedder.notAvailable", { model, message: `Its folder has no ${missing}: a model exported for transformers.js is needed.` });
  return folder;
}
