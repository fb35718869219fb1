import { AutoImageProcessor, AutoTokenizer, RawImage, type PreTrainedTokenizer, type Tensor } from "@huggingface/transformers";
import { FigtreeError } from "../../../core/ports";
import type { LoadOptions, PictureData } from "../messages";
import { encodeText } from "./encodeText";
import { findWeights, floatsOf, loadNetwork, readSettings, type Network } from "./network";
import { decode, type PixelMaker } from "./pictures";
import { requireUnit } from "./textTower";

/** The two towers of a model like CLIP (Radford et al., 2021) or SigLIP (Zhai et al., 2023): texts and pictures in one space. */
export class JointTowers {
  private constructor(
    private readonly tokenizer: PreTrainedTokenizer,
    private readonly pixels: PixelMaker,
    private readonly textNetwork: Network,
    private readonly visionNetwork: Network,
    private readonly limits: { readonly mostTokens: number; readonly fill: boolean },
    readonly fingerprint: string,
  ) {}

  static async load({ folder }: NonNullable<LoadOptions["joint"]>, options: LoadOptions): Promise<JointTowers> {
    for (const part of ["text_model", "vision_model"]) if ((await findWeights(folder, part, undefined)) === undefined) throw new FigtreeError("embedder.notAvailable", { message: `It has no onnx/${part}.onnx: a model with one network for texts and one for pictures is needed.` });
    const tokenizer = await AutoTokenizer.from_pretrained(folder);
    const pixels = (await AutoImageProcessor.from_pretrained(folder)) as unknown as PixelMaker;
    const text = await loadNetwork(folder, "text_model", options);
    const vision = await loadNetwork(folder, "vision_model", options);
    const config = (await readSettings(folder, "config.json")) ?? {};
    const length = (config["text_config"] as { max_position_embeddings?: number } | undefined)?.max_position_embeddings;
    // SigLIP was trained on texts of one length, filled up; CLIP reads the vector at the end token.
    const siglip = String(config["model_type"]).startsWith("siglip");
    const fingerprint = `${text.fingerprint.slice(0, 16)}-${vision.fingerprint.slice(0, 16)}`;
    return new JointTowers(tokenizer, pixels, text.network, vision.network, { mostTokens: length ?? (siglip ? 64 : 77), fill: siglip }, fingerprint);
  }

  async embedText(text: string): Promise<Float32Array> {
    return vectorOf(await this.textNetwork(encodeText(this.tokenizer, text, this.limits.mostTokens, this.limits.fill)), "text_embeds");
  }

  async embedImage(picture: PictureData): Promise<Float32Array> {
    return this.embedPixels(await decode(picture));
  }

  private async embedPixels(image: RawImage): Promise<Float32Array> {
    const { pixel_values: pixels } = await this.pixels([image]);
    return vectorOf(await this.visionNetwork({ pixel_values: pixels }), "image_embeds");
  }

  async describe(): Promise<{ readonly dimension: number; readonly fingerprint: string }> {
    const [text, image] = [await this.embedText("a figure"), await this.embedPixels(grey())];
    if (text.length !== image.length) throw new FigtreeError("embedder.notAvailable", { message: `Its networks are no pair: texts have ${text.length} numbers, pictures ${image.length}.` });
    return { dimension: text.length, fingerprint: this.fingerprint };
  }
}

/** Something to look at, for the dimension alone. */
const grey = (): RawImage => new RawImage(new Uint8ClampedArray(64 * 64 * 3).fill(200), 64, 64, 3);

/** CLIP projects into the common space; SigLIP's pooled output lies in it. */
function vectorOf(outputs: Record<string, Tensor>, name: string): Float32Array {
  const tensor = outputs[name] ?? outputs["pooler_output"];
  if (tensor === undefined) throw new FigtreeError("embedder.notAvailable", { message: `Its network gives neither ${name} nor pooler_output.` });
  return requireUnit(floatsOf(tensor));
}
