/** Numbers as this view writes them: plain English grouping, so that tests and screenshots agree everywhere. */
export const count = (value: number): string => value.toLocaleString("en");

/** "1 node", "3 nodes". */
export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

/** A reward or value in [0, 1] with two digits; a dash where there is none. */
export const score = (value: number | null): string => (value === null ? "–" : value.toFixed(2));

/** Bytes in the unit that a person would choose. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Seconds as "4.2 s" or "3 min 5 s". */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

export const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));
