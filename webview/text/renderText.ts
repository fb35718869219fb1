import DOMPurify from "dompurify";
import katex from "katex";
import { formulaMark, markText } from "./markdown";
import type { MathSpan } from "./mathAt";

/** At most so many formulas of one text are laid out; the rest is shown as source. */
const formulaCount = 200;

const allowedTags = ["p", "br", "strong", "em", "del", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "table", "thead", "tbody", "tr", "th", "td"];

function sourceOf({ tex, display }: MathSpan): HTMLElement {
  const code = document.createElement("code");
  code.className = "formula-source";
  code.textContent = display ? `$$${tex}$$` : `$${tex}$`;
  return code;
}

function drawFormula(span: MathSpan): HTMLElement {
  const place = document.createElement("span");
  try {
    katex.render(span.tex, place, { displayMode: span.display, output: "htmlAndMathml", trust: false, strict: "ignore", throwOnError: true, maxExpand: 200, maxSize: 20 });
    return place;
  } catch {
    return sourceOf(span);
  }
}

function placeFormulas(fragment: DocumentFragment, formulas: readonly MathSpan[]): void {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  for (const node of texts) {
    const parts = node.data.split(formulaMark);
    if (parts.length === 1) continue;
    // `split` with a group alternates text and the number of a formula.
    node.replaceWith(...parts.map((part, index) => {
      const span = index % 2 === 1 ? formulas[Number(part)] : undefined;
      if (span === undefined) return index % 2 === 1 ? "" : part;
      return Number(part) < formulaCount ? drawFormula(span) : sourceOf(span);
    }));
  }
}

/**
 * The one renderer of model text: Markdown, then sanitising to a short list of tags without any attribute,
 * then formulas as DOM nodes. KaTeX comes last and works on nodes, so no markup that it writes is parsed again.
 */
export function renderText(text: string, inline: boolean): DocumentFragment {
  const { html, formulas } = markText(text, inline);
  const fragment = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, ALLOWED_TAGS: allowedTags, ALLOWED_ATTR: [], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false });
  placeFormulas(fragment, formulas);
  return fragment;
}
