import type { ModelInfo, VisionModel } from "../../core/ports";
import type { ModelPlace } from "../settings/read";

/** Told what a person may want to know while waiting; null: nothing any more. */
export type Say = (progress: string | null) => void;

/** A place of one kind. */
export type PlaceOf<Kind extends ModelPlace["kind"]> = Extract<ModelPlace, { readonly kind: Kind }>;

/** Opens the models of one kind of place. */
export interface ModelSource<Place extends ModelPlace> {
  /** What a person may be told before anything is loaded. */
  describe(place: Place): ModelInfo;
  /** What two models must have in common to be one: the place and whatever else decides what is opened. */
  identity(place: Place): Promise<string>;
  /** Throws `FigtreeError`: why the model cannot be used, or `cancelled`. */
  open(place: Place, signal: AbortSignal, say: Say): Promise<VisionModel>;
}
