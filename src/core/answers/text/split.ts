/** Bracket depth after each character is followed across ( [ { ⟦ alike, so that [1, 2) closes. */
export function splitOutside(text: string, isSeparator: (character: string, index: number) => boolean): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if ("([{⟦".includes(character)) depth += 1;
    else if (")]}⟧".includes(character)) depth = Math.max(0, depth - 1);
    else if (depth === 0 && isSeparator(character, index)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Whether the bracket that opens the text is closed by its last character. */
export function wrapped(text: string): boolean {
  if (text.length < 2 || !"([{".includes(text[0]!) || !")]}".includes(text.at(-1)!)) return false;
  let depth = 0;
  for (let index = 0; index < text.length - 1; index += 1) {
    if ("([{⟦".includes(text[index]!)) depth += 1;
    else if (")]}⟧".includes(text[index]!)) depth -= 1;
    if (depth === 0) return false;
  }
  return depth === 1;
}
