/** FNV-1a over UTF-16 code units with a final avalanche: an unsigned 32-bit hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return avalanche(hash);
}

/** Mixes two unsigned 32-bit seeds into a third; the order of the two matters. */
export function mixSeeds(a: number, b: number): number {
  return avalanche(Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ (b + 0x7f4a7c15));
}

/** MurmurHash3's finaliser: each input bit changes each output bit with probability about one half. */
function avalanche(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A generator of uniform numbers in [0, 1) (mulberry32): the same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
