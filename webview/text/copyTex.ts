/** Puts the TeX source in place of each formula of a copied piece of the page. */
function withTex(fragment: DocumentFragment): DocumentFragment {
  for (const formula of fragment.querySelectorAll(".katex")) {
    const tex = formula.querySelector("annotation")?.textContent ?? "";
    const around = formula.closest(".katex-display") === null ? "$" : "$$";
    formula.replaceWith(`${around}${tex}${around}`);
  }
  for (const block of fragment.querySelectorAll("p, li, tr, pre, div, section, h2, h3")) block.append("\n");
  for (const line of fragment.querySelectorAll("br")) line.replaceWith("\n");
  return fragment;
}

const formulaAround = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)?.closest(".katex") ?? null;

/** Copying a selection with formulas gives their TeX; a formula that is partly selected is copied whole. */
export function copyAsTex(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || event.clipboardData === null) return;
  const range = selection.getRangeAt(0).cloneRange();
  const first = formulaAround(range.startContainer);
  const last = formulaAround(range.endContainer);
  if (first !== null) range.setStartBefore(first.closest(".katex-display") ?? first);
  if (last !== null) range.setEndAfter(last.closest(".katex-display") ?? last);
  const fragment = range.cloneContents();
  if (fragment.querySelector(".katex") === null) return;
  event.clipboardData.setData("text/plain", (withTex(fragment).textContent ?? "").trim());
  event.preventDefault();
}
