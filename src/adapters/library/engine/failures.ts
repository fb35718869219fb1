import { FigtreeError, type ErrorCode } from "../../../core/ports";

/** Another writer's commit came between; the write must begin again from what is there now. */
export class WriteConflict extends Error {
  override readonly name = "WriteConflict";
}

/** The native database says everything in words only, so its words decide; the codes of the file system come first. */
const signs: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\b(ENOSPC|EDQUOT)\b|no space left|os error 28\b|disk quota|disk full/i, "library.full"],
  [/\b(EACCES|EPERM|EROFS)\b|permission denied|read-only file system|os error (13|30|1)\b/i, "library.unreachable"],
  [/commit conflict|concurrent|conflicting|contention|preempted|incompatible transaction/i, "library.busy"],
  [/corrupt|magic number|file size is too small|invalid range|out of (range|bounds)|unexpected end|failed to fill|sufficient data|checksum|invalid (format|footer|metadata)|decod(e|ing) error|protobuf|offset overflow|truncated|not found: .*\.(lance|manifest|bin|idx)\b|object at location .*\.(lance|manifest|bin|idx) not found/i, "library.damaged"],
];

/** Sentences in place of what a system call reports. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/\bEROFS\b|read-only file system|os error 30\b/i, "It may only be read: its disk is read-only."],
  [/\b(EACCES|EPERM)\b|permission denied|os error (13|1)\b/i, "There is no permission to write there."],
  [/\b(ENOSPC|EDQUOT)\b|no space left|os error 28\b|disk quota/i, "The disk is full; nothing that was there is lost."],
];

/** Names what the engine or the file system threw. What nobody can name is a place that does not work. */
export function libraryError(thrown: unknown, place: string): FigtreeError {
  if (thrown instanceof FigtreeError) return thrown;
  if (thrown instanceof WriteConflict) return new FigtreeError("library.busy", { place }, { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const text = `${thrown instanceof Error && "code" in thrown ? String(thrown.code) : ""} ${message}`;
  const code = signs.find(([sign]) => sign.test(text))?.[1] ?? "library.unreachable";
  return new FigtreeError(code, { place, message: refusals.find(([sign]) => sign.test(text))?.[1] ?? briefly(message) }, { cause: thrown });
}

/** Whether the tables should be looked at: not where the cause is named already, by us or by the file system. */
export function mayBeDamage({ code }: FigtreeError, thrown: unknown): boolean {
  if (thrown instanceof Error && "code" in thrown && /^E[A-Z]+$/.test(String(thrown.code))) return false;
  if (thrown instanceof FigtreeError) return thrown.code === "library.damaged" && thrown.cause !== undefined;
  return code === "library.damaged" || code === "library.unreachable";
}

/** The first sentence of what a native library reports: no source places, no repetition of its causes. */
function briefly(message: string): string {
  const first = message.split(/\n|, \/(?:usr|rustc|root|home)\/|\s+Caused by:/)[0]!.trim();
  const plain = first.replace(/^(?:(?:lance error|GenericFailure|Failed to [a-z ]+|LanceError\([A-Za-z]+\))[:,]\s*)+/, "");
  return plain.length > 300 ? `${plain.slice(0, 299)}…` : plain;
}
