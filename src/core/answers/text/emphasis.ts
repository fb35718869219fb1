/** Opening and closing marks with what stands between; no powers (2**3), products (2 *3* 4) or indices (x_1). */
const pairs = [
  /(?<![\p{L}\d)\]}*\\]|\d\s{1,3})\*\*(?=\S)([^*\n]{1,300})(?<=\S)\*\*(?![\p{L}\d(*])/gu,
  /(?<![\p{L}\d)\]}*\\]|\d\s{1,3})\*(?=\S)([^*\n]{1,300})(?<=\S)\*(?![\p{L}\d(*]|\s{1,3}\d)/gu,
  /(?<![\p{L}\d)\]}_\\])__(?=\S)([^_\n]{1,300})(?<=\S)__(?![\p{L}\d({_])/gu,
  /(?<![\p{L}\d)\]}_\\])_(?=[^\s({])([^_\n]{1,300})(?<=\S)_(?![\p{L}\d({_])/gu,
];

/** A text without markdown emphasis, each mark taken away with its partner wherever they stand ("x = **5**" is "x = 5"). */
export function withoutEmphasis(text: string): string {
  let plain = text;
  for (const pair of pairs) plain = plain.replace(pair, "$1");
  // An opening mark whose partner was cut off with the rest of the sentence.
  return plain.replace(/(?<=[=:(]\s{0,3}|\b(?:is|are|about)\s)\*\*(?=[^\s*])(?![^]*\*\*)/g, "");
}
