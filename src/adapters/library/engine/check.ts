import { FigtreeError, type EmbeddingSpace, type Exemplar, type ExemplarImage, type ExemplarQuery, type ExemplarVectors } from "../../../core/ports";
import { hashOf } from "../identity";

/** Channels in the order in which they are kept. */
export const channels = ["text", "image", "joint"] as const;

const refuse = (field: string, value: string | number, message: string): never => {
  throw new FigtreeError("input.invalid", { field, value, message });
};

export function checkImage(image: Uint8Array, info: ExemplarImage): void {
  if (image.length === 0) refuse("The picture", info.sha256, "It is empty.");
  if (hashOf(image) !== info.sha256) refuse("The picture's hash", info.sha256, "It is not that of the picture.");
  if (image.length !== info.byteLength) refuse("The picture's size", info.byteLength, `The picture has ${image.length} bytes.`);
}

/** Rates are shares. A question may be empty: it stands in the figure then. */
export function checkExemplar({ passRate, candidates }: Partial<Pick<Exemplar, "passRate" | "candidates">>): void {
  for (const rate of [passRate ?? null, ...(candidates ?? []).map((candidate) => candidate.passRate)]) {
    if (rate !== null && !(rate >= 0 && rate <= 1)) refuse("The pass rate", rate, "It must be between 0 and 1.");
  }
}

export function checkQuery({ offset = 0, limit = 0 }: ExemplarQuery): void {
  for (const [field, value] of [["The offset", offset], ["The limit", limit]] as const) {
    if (!Number.isInteger(value) || value < 0) refuse(field, value, "It must be a whole number from 0.");
  }
}

export function checkSpace({ id, dimensions }: EmbeddingSpace): void {
  if (id === "") refuse("The embedder", id, "It has no name.");
  for (const channel of channels) {
    const dimension = dimensions[channel];
    if (dimension !== null && (!Number.isInteger(dimension) || dimension < 1)) refuse("The embedder's dimension", dimension, "It must be a whole number from 1.");
  }
}

/** Vectors must have the space's dimensions, finite numbers and the length 1. */
export function checkVectors({ dimensions }: EmbeddingSpace, vectors: ExemplarVectors): void {
  for (const channel of channels) {
    const vector = vectors[channel];
    if (vector !== null) checkVector(vector, dimensions[channel] ?? 0);
  }
}

export function checkVector(vector: Float32Array, dimension: number): void {
  if (vector.length !== dimension) refuse("The vector's dimension", vector.length, `The embedder has ${dimension}.`);
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(Math.abs(length - 1) < 1e-3)) refuse("The vector's length", length, "It must be 1.");
}

/** Whether vectors of both may be compared; where their model was does not matter. */
export const sameSpace = (left: EmbeddingSpace, right: EmbeddingSpace): boolean => left.id === right.id && channels.every((channel) => left.dimensions[channel] === right.dimensions[channel]);
