/** Characters of writing systems without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * The terms of a text: runs of letters and digits without case and without the accents of Latin, Greek and Cyrillic. Runs of Chinese, Japanese and Thai
 * characters give overlapping pairs (a lone character itself), since their words are not set apart.
 */
export function termsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]+/g, "").normalize("NFC").toLowerCase();
  const spaced = plain.replace(unspaced, (run) => {
    const characters = [...run];
    if (characters.length === 1) return ` ${run} `;
    return ` ${characters.slice(1).map((character, index) => characters[index]! + character).join(" ")} `;
  });
  return spaced.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
