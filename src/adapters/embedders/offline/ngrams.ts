import { unit } from "../vectors";

/** Changes whenever equal texts would get other vectors. */
export const ngramsVersion = 1;
export const ngramsDimension = 512;
/** Characters of a text that count. */
const mostCharacters = 4096;

/**
 * A text as a vector of length 1 by the words and letter groups in it: signed feature hashing (Weinberger et
 * al., 2009) of words, pairs of neighbouring words, and groups of 3 to 5 letters within a word and its edges
 * (as in fastText), each weighted by 1 + ln(count). Scripts without spaces between words go by pairs of
 * characters. Texts are near where they share wording; of meaning it knows nothing. Case and the width of
 * letters do not count. No state: the same text has the same vector everywhere.
 */
export function embedNgrams(text: string): Float32Array {
  const sums = new Float32Array(ngramsDimension);
  for (const [feature, { count, weight }] of featuresOf(text)) {
    const bits = hash(feature);
    // The lowest bits choose the place, the highest the sign, so that collisions cancel on average.
    sums[bits % ngramsDimension]! += (bits >>> 31 === 0 ? 1 : -1) * weight * (1 + Math.log(count));
  }
  // Features may cancel out exactly; such a text, like an empty one, is a vector of its own.
  return unit(sums) ?? Float32Array.from({ length: ngramsDimension }, (_, index) => (index === 0 ? 1 : 0));
}

const weights = { word: 1, pair: 0.5, letters: 0.4 } as const;

interface Feature {
  count: number;
  readonly weight: number;
}

function featuresOf(text: string): Map<string, Feature> {
  const features = new Map<string, Feature>();
  const add = (kind: keyof typeof weights, content: string): void => {
    const key = `${kind} ${content}`;
    const known = features.get(key);
    if (known === undefined) features.set(key, { count: 1, weight: weights[kind] });
    else known.count += 1;
  };
  const plain = text.slice(0, mostCharacters).normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  for (const [index, word] of words.entries()) {
    add("word", word);
    if (index > 0) add("pair", `${words[index - 1]!} ${word}`);
    const letters = [...`<${word}>`];
    const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word);
    for (const size of unspaced ? [3, 2] : [3, 4, 5]) for (let start = 0; start + size <= letters.length; start++) add(unspaced ? "word" : "letters", letters.slice(start, start + size).join(""));
  }
  // Formulas and punctuation alone: the characters are all there is.
  if (words.length === 0) for (const character of plain.trim()) add("word", character);
  return features;
}

/** FNV-1a over UTF-16 units, with MurmurHash3's final mixing, since FNV's high bits alone are poor on short texts. */
function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
