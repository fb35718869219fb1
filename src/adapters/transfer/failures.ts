import { FigtreeError } from "../../core/ports";
import { Refusal } from "./refusal";

/**
 * Anything thrown while a place is read, as a typed error: `cancelled` after an abort, `import.unreadable` for
 * what the file system or a reader says.
 */
export function importError(thrown: unknown, place: string, signal: AbortSignal): FigtreeError {
  if (signal.aborted) return new FigtreeError("cancelled", {}, { cause: thrown });
  if (thrown instanceof FigtreeError) return thrown;
  const message = thrown instanceof Refusal ? `${thrown.reason} ${thrown.detail}`.trim() : thrown instanceof Error ? thrown.message : String(thrown);
  return new FigtreeError("import.unreadable", { file: place, message }, { cause: thrown });
}

const pictures: Readonly<Record<string, string>> = {
  "image.empty": "Its picture is empty.",
  "image.notAnImage": "Its picture is not a picture.",
  "image.damaged": "Its picture is damaged.",
  "image.tooLarge": "Its picture has too many pixels.",
  "image.tooSmall": "Its picture is too small.",
  "image.unsupported": "Its picture is of a type that is not read.",
};

/** The refusal for a picture that cannot be prepared; undefined for a failure that is not the picture's own. */
export function pictureRefusal(thrown: unknown, name: string): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const reason = thrown instanceof FigtreeError ? pictures[thrown.code] : undefined;
  return reason === undefined ? undefined : new Refusal(reason, name);
}
