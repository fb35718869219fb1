/**
 * The seed sent for the i-th of a request's replies: the same for the same (seed, index), different for
 * different indexes. 31 bits, because some servers read seeds as signed 32-bit numbers and others take the
 * largest unsigned one for "choose at random".
 */
export function seedOf(seed: number, index: number): number {
  // The golden ratio's multiplier (Knuth, TAOCP 6.4) spreads neighbouring indexes over the whole range.
  return (seed + Math.imul(index, 0x9e3779b1)) & 0x7fffffff;
}
