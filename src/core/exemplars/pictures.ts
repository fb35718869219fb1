import { FigtreeError, type Exemplar, type ExemplarImage, type ExemplarStore, type PreparedImage } from "../ports";

/** Null where the library has lost it, or where it is not what it was: that costs one exemplar, and no other. */
export async function readPicture(store: Pick<ExemplarStore, "readImage">, image: ExemplarImage): Promise<PreparedImage | null> {
  const { sha256, mediaType, width, height } = image;
  try {
    return { sha256, mediaType, width, height, bytes: await store.readImage(sha256) };
  } catch (thrown) {
    if (thrown instanceof FigtreeError && (thrown.code === "file.notFound" || thrown.code === "library.damaged")) return null;
    throw thrown;
  }
}

/** The pictures of exemplars, each read once. */
export interface Pictures {
  /** By SHA-256, without those that are lost. Throws `library.*`. */
  of(exemplars: readonly Exemplar[]): Promise<ReadonlyMap<string, PreparedImage>>;
  /** False for an exemplar whose picture is known to be lost. */
  mayHave(exemplar: Exemplar): boolean;
  /** Those that were asked for in vain. */
  readonly lost: readonly Exemplar[];
}

export function createPictures(store: Pick<ExemplarStore, "readImage">): Pictures {
  const read = new Map<string, Promise<PreparedImage | null>>();
  const gone = new Set<string>();
  const lost: Exemplar[] = [];
  return {
    lost,
    mayHave: ({ image }) => !gone.has(image.sha256),
    async of(exemplars) {
      const found = new Map<string, PreparedImage>();
      for (const exemplar of exemplars) if (!read.has(exemplar.image.sha256)) read.set(exemplar.image.sha256, readPicture(store, exemplar.image));
      const pictures = await Promise.all(exemplars.map(({ image }) => read.get(image.sha256)!));
      for (const [index, picture] of pictures.entries()) {
        const exemplar = exemplars[index]!;
        if (picture !== null) found.set(picture.sha256, picture);
        else if (!lost.some(({ id }) => id === exemplar.id)) lost.push(exemplar);
      }
      for (const { image } of lost) gone.add(image.sha256);
      return found;
    },
  };
}
