import { Marked, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { mathAt, nextMathOpener, type MathSpan } from "./mathAt";

/** Longer texts are cut: a view must stay usable whatever a model writes. Characters. */
const lengthLimit = 20_000;

/** Private-use characters around the number of a formula; they are removed from the input first. */
const open = "\uE000";
const close = "\uE001";
export const formulaMark = /\uE000(\d+)\uE001/;

/** Model text as HTML that still has to be sanitised, with a mark in place of each formula. */
export interface MarkedText {
  readonly html: string;
  readonly formulas: readonly MathSpan[];
}

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function mathExtensions(formulas: MathSpan[]): TokenizerAndRendererExtension[] {
  const keep = (raw: string, span: MathSpan, type: string): Tokens.Generic => ({ type, raw, index: formulas.push(span) - 1 });
  const mark = (token: Tokens.Generic): string => `${open}${String(token["index"])}${close}`;
  return [
    {
      name: "formulaBlock",
      level: "block",
      start: (source) => /(?:^|\n)[ \t]*(?:\$\$|\\\[)/.exec(source)?.index,
      tokenizer(source) {
        const indent = /^[ \t]*/.exec(source)![0].length;
        if (!/^(?:\$\$|\\\[)/.test(source.slice(indent))) return undefined;
        const span = mathAt(source, indent);
        if (span === undefined) return undefined;
        const rest = /^[ \t]*(?:\n|$)/.exec(source.slice(indent + span.length));
        return rest === null ? undefined : keep(source.slice(0, indent + span.length + rest[0].length), span, "formulaBlock");
      },
      renderer: (token) => `<p>${mark(token)}</p>`,
    },
    {
      name: "formula",
      level: "inline",
      start: nextMathOpener,
      tokenizer(source) {
        const span = mathAt(source, 0);
        return span === undefined ? undefined : keep(source.slice(0, span.length), span, "formula");
      },
      renderer: mark,
    },
  ];
}

/**
 * Markdown as models write it, made safe for arithmetic: no raw HTML (so that "a<b and c>d" survives),
 * no emphasis inside of products ("2*3*4"), no single tildes ("~5 and ~6"), no indented code, no pictures, and links as text.
 */
function parserFor(formulas: MathSpan[]): Marked {
  return new Marked({
    gfm: true,
    breaks: true,
    extensions: mathExtensions(formulas),
    tokenizer: {
      html: () => undefined,
      tag: () => undefined,
      def: () => undefined,
      code: () => undefined,
      lheading: () => undefined,
      emStrong: (source, _masked, previous) => (source.startsWith("*") && previous !== undefined && /[\p{L}\p{N})\]}]/u.test(previous) ? undefined : false),
      del: (source) => (source.startsWith("~~") ? false : undefined),
    },
    renderer: {
      heading({ tokens }) {
        return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>`;
      },
      link({ href, tokens, text }) {
        const label = this.parser.parseInline(tokens);
        if (!/^[a-z][a-z0-9+.-]*:/i.test(href)) return `[${label}](${escapeText(href)})`;
        return href === text || href.endsWith(`:${text}`) || href.endsWith(`://${text}`) ? label : `${label} (${escapeText(href)})`;
      },
      image: ({ text }) => (text === "" ? "[picture]" : `[picture: ${escapeText(text)}]`),
      checkbox: ({ checked }) => (checked ? "[x] " : "[ ] "),
    },
  });
}

function bounded(text: string): string {
  return text.length <= lengthLimit ? text : `${text.slice(0, lengthLimit)}\n\n[${(text.length - lengthLimit).toLocaleString("en")} more characters are not shown]`;
}

/** First stage of the one renderer of model text. `inline` leaves out paragraphs and lists. */
export function markText(text: string, inline: boolean): MarkedText {
  const formulas: MathSpan[] = [];
  const source = bounded(text.replace(/[\uE000\uE001]/g, ""));
  const parser = parserFor(formulas);
  const html = inline ? parser.parseInline(source, { async: false }) : parser.parse(source, { async: false });
  return { html, formulas };
}
