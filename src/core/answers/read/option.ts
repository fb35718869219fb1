/** An option letter, and the option's text where it is written beside it. */
export interface OptionLetter {
  readonly letter: string;
  readonly rest?: string;
}

const alone = [/^[([]?\s*([A-Z])\s*[)\].:]?\.?$/, /^\(([a-z])\)\.?$/, /^([a-z])\)$/, /^([a-d])\.?$/, /^(?:the\s+)?(?:option|choice|answer|letter)\s*:?\s*[([]?([A-Za-z])[)\]]?\.?$/i, /^(?:故|应|因此|所以)?(?:选项|选择|答案|选)\s*:?\s*[([]?([A-Z])[)\]]?(?:项|选项)?\.?$/, /^([A-Z])(?:项|选项)$/, /^[([]?([A-HJ-Z])[)\]]?,?\s+(?:because|since)\b/, /^[([]?([A-HJ-Z])[)\]]?\s+is\s+(?:the\s+)?(?:correct|right|best|answer)\b/, /^(?:It is|It's|it is|it's)\s+[([]?([A-HJ-Z])[)\]]?\.?$/];
const withText = [/^\(([A-Z])\)\s*[:.]?\s*(\S.*)$/s, /^([A-Z])\s*[).:]\s+(\S.*)$/s, /^([A-Z])\)\s*(\S.*)$/s, /^([A-Z])[.:]\s*((?=[^\d\s])\S.*)$/s, /^([A-H])\.(\d.*)$/s, /^(?:option|choice)\s+[([]?([A-Z])[)\]]?\s*[:.,-]\s*(\S.*)$/is, /^([A-Z])\s*:\s*(\S.*)$/s, /^([A-HJ-Z]) - ((?=[a-z]{2})\S.*)$/s];

/**
 * Reads "B", "(B)", "B.", "b)", "Option B", "选B", and "B) 12", "(B) the red line". A letter beside other
 * letters ("AB", "A line") is none.
 */
export function readOption(text: string): OptionLetter | undefined {
  if (text.length > 2000) return undefined;
  for (const pattern of alone) {
    const match = pattern.exec(text);
    if (match !== null) return { letter: match[1]!.toUpperCase() };
  }
  for (const pattern of withText) {
    const match = pattern.exec(text);
    // "A: B: C" and "A:B" are ratios of lengths, "I. Newton" is a name.
    if (match !== null && !/^[A-Z](?:\s*[:.]|\s*$)/.test(match[2]!) && match[1] !== "I") return { letter: match[1]!.toUpperCase(), rest: match[2]! };
  }
  return undefined;
}

const yes = /^(?:yes|yeah|yep)(?:$|[,.;:!—]|\s+-|\s+(?:it|they|the|there|this|that|he|she|we|because|since|both|all)\b)/i;
const no = /^(?:no|nope)(?:$|[,;:!—]|\.(?!\s*\d)|\s+-|\s+(?:it|they|there|this|that|he|she|we|because|since|the)\b)/i;

/** What a yes/no answer says: the word alone or a sentence that begins with it; "no solution" is none. */
export function readYesNo(text: string): boolean | undefined {
  if (yes.test(text) || /^(?:是|是的|对|对的|正确)(?:$|[,.;:!])/.test(text)) return true;
  if (no.test(text) || /^(?:否|不是|不是的|不对|错|错误|不)(?:$|[,.;:!])/.test(text)) return false;
  return undefined;
}
