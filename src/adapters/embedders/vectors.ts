/** The vector at length 1; undefined where it has no direction (zeros, or values that are no finite numbers). */
export function unit(values: ArrayLike<number>): Float32Array | undefined {
  // Divided first, so that squares neither overflow nor vanish.
  let largest = 0;
  for (let index = 0; index < values.length; index++) {
    const size = Math.abs(values[index]!);
    if (!Number.isFinite(size)) return undefined;
    if (size > largest) largest = size;
  }
  if (largest === 0) return undefined;
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += (values[index]! / largest) ** 2;
  const length = Math.sqrt(sum);
  return Float32Array.from(values, (value) => value / largest / length);
}
