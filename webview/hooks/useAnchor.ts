import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the reader's place while a drawing grows above it: when the current node moves by some pixels, the
 * scrolled area moves with it. At first the node is put in the middle. `key` changes mean another node: no move.
 */
export function useAnchor(scroll: RefObject<HTMLElement | null>, position: number, ready: boolean, key: number): void {
  const before = useRef<{ readonly position: number; readonly key: number }>(undefined);
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null || !ready) return;
    const last = before.current;
    if (last === undefined) element.scrollTop = position - element.clientHeight / 2;
    else if (last.key === key) element.scrollTop += position - last.position;
    before.current = { position, key };
  }, [scroll, position, ready, key]);
}
