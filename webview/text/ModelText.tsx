import { useLayoutEffect, useRef } from "preact/hooks";
import { renderText } from "./renderText";

/** Shows text that a model wrote; every surface uses this one component. */
export function ModelText({ text, inline = false }: { readonly text: string; readonly inline?: boolean }) {
  const block = useRef<HTMLDivElement>(null);
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    (inline ? span : block).current?.replaceChildren(renderText(text, inline));
  }, [text, inline]);
  return inline ? <span class="model-text" ref={span} /> : <div class="model-text" ref={block} />;
}
