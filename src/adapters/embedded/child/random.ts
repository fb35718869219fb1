/** A stream of numbers in [0, 1). */
export type RandomStream = () => number;

/**
 * The random stream of one sample of one request: sfc32 (Chris Doty-Humphrey, PractRand), keyed by
 * the request's seed and the sample's index, so that sample i is the same in a batch of any size.
 */
export function sampleStream(seed: number, sample: number): RandomStream {
  let a = seed >>> 0;
  let b = sample >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = (b ^ (b >>> 9)) >>> 0;
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  };
  // The generator's author asks for a warm-up, so that close seeds part ways before the first draw.
  for (let round = 0; round < 15; round += 1) next();
  return () => next() / 4294967296;
}
