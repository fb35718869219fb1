import { useEffect, useRef, useState } from "preact/hooks";

/** Follows a text, but changes at most once in `interval` milliseconds; the last one always arrives. */
export function useSparse(text: string, interval: number): string {
  const [shown, setShown] = useState(text);
  const last = useRef(-Infinity);
  useEffect(() => {
    if (text === shown) return undefined;
    const show = (): void => {
      last.current = performance.now();
      setShown(text);
    };
    const wait = last.current + interval - performance.now();
    const timer = setTimeout(show, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [text, shown, interval]);
  return shown;
}
