import { AutoImageProcessor } from "@huggingface/transformers";
import { FigtreeError } from "../../../core/ports";
import type { LoadOptions, PictureData } from "../messages";
import { centre, towerFingerprint } from "../offline/centre";
import { poolPatches } from "../offline/poolPatches";
import { floatsOf, loadNetwork, type Network } from "./network";
import { decode, type PixelMaker } from "./pictures";
import { requireUnit } from "./textTower";

/** The bundled sample model's vision tower, whose patch features become one vector. */
export class PooledTower {
  private constructor(
    private readonly pixels: PixelMaker,
    private readonly network: Network,
    readonly fingerprint: string,
  ) {}

  static async load({ folder }: NonNullable<LoadOptions["pooled"]>, options: LoadOptions): Promise<PooledTower> {
    const { network, fingerprint } = await loadNetwork(folder, "vision_encoder", { ...options, dtype: "fp32" });
    return new PooledTower((await AutoImageProcessor.from_pretrained(folder)) as unknown as PixelMaker, network, fingerprint);
  }

  async embedImage(picture: PictureData): Promise<Float32Array> {
    // With other weights the centre would be another one, and stored vectors would mean something else.
    if (this.fingerprint !== towerFingerprint) throw new FigtreeError("embedder.notAvailable", { message: "Its vision tower is not the one that this version of Figtree comes with." });
    return requireUnit((await this.features(picture)).map((value, index) => value - centre[index]!));
  }

  /** Before the centre is taken off. */
  async features(picture: PictureData): Promise<Float32Array> {
    const { pixel_values: pixels } = await this.pixels([await decode(picture)]);
    const { image_features: features } = await this.network({ pixel_values: pixels });
    return poolPatches(floatsOf(features!), features!.dims.at(-1)!);
  }
}
