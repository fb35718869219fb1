/** Longer texts are cut: beyond this the distance to a short option is decided. */
const MAX_LENGTH = 4000;

/** Levenshtein distance: the least number of inserted, dropped and replaced characters. */
export function editDistance(a: string, b: string): number {
  const left = a.slice(0, MAX_LENGTH);
  const right = b.slice(0, MAX_LENGTH);
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      next.push(left[i - 1] === right[j - 1] ? row[j - 1]! : 1 + Math.min(row[j - 1]!, row[j]!, next[j - 1]!));
    }
    row = next;
  }
  return row[right.length]!;
}

/** The index of the nearest text; the first of equals. -1 for an empty list. */
export function nearest(text: string, options: readonly string[]): number {
  let best = -1;
  let least = Infinity;
  options.forEach((option, index) => {
    const distance = editDistance(text, option);
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}
