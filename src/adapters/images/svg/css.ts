/** Resolves the escapes of CSS (`\75 rl(` is `url(`), so that nothing can hide behind them. */
const unescapeCss = (css: string): string =>
  css.replace(/\\([\da-f]{1,6})\s?|\\([^\da-f\n])/gi, (_, code: string | undefined, plain: string | undefined) => {
    if (code === undefined) return plain ?? "";
    const point = Number.parseInt(code, 16);
    return point >= 32 && point < 0xd800 ? String.fromCodePoint(point) : " ";
  }).replaceAll("\\", "");

const reference = /\b(?:url|src|image|image-set)\s*\(\s*("[^"]*"|'[^']*'|[^)]*)\)?/gi;

/** A reference within the document, `#id` without quotes; undefined for any other. */
const localTarget = (raw: string): string | undefined => /^#[^\s"'()\\]+$/.exec(raw.trim().replace(/^["']|["']$/g, "").trim())?.[0];

/**
 * Takes everything that could load something out of CSS text or of a presentation attribute: `@import`,
 * `@font-face` and every `url()` that does not point into the same document. `light-dark(a, b)`, which
 * the drawing library does not know, becomes `a`. `removed` tells whether something was taken out.
 */
export function cleanCss(css: string): { readonly css: string; readonly removed: boolean } {
  let removed = false;
  const take = (): string => {
    removed = true;
    return "";
  };
  const cleaned = unescapeCss(css.replace(/\/\*[^]*?(\*\/|$)/g, " "))
    .replace(/@(import|charset|namespace)\b[^;]*(;|$)/gi, take)
    .replace(/@font-face\s*\{[^}]*(\}|$)/gi, take)
    .replace(/light-dark\(\s*([^,()]*(?:\([^()]*\))?)\s*,[^()]*(?:\([^()]*\))?[^()]*\)/gi, "$1")
    .replace(reference, (_, raw: string) => {
      const target = localTarget(raw);
      if (target !== undefined) return `url(${target})`;
      removed = true;
      return "none";
    })
    .replace(/javascript:|expression\s*\(/gi, take);
  // What was taken out may have held two halves of another apart: then nothing of it is kept.
  if (/@import|@font-face|javascript:|(?:url|image-set)\s*\((?!#)/i.test(cleaned)) return { css: "", removed: true };
  return { css: cleaned, removed };
}

/** The ids that CSS text refers to. */
export const referredIds = (css: string): string[] => [...css.matchAll(/url\(#([^)]+)\)/g)].map((found) => found[1]!);
