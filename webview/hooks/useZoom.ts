import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { fitScale, zoomBy } from "../tree/zoom";

/** Under this scale labels cannot be read, so a fitted drawing scrolls instead. */
const leastFit = 0.7;

export interface Zoom {
  readonly scale: number;
  /** True while the scale follows the panel's width. */
  readonly fitted: boolean;
  change(direction: 1 | -1): void;
  fit(): void;
  /** Everything in the width, however small. */
  overview(): void;
}

/** Scale of a drawing: fitted to the width until a person zooms by button or by Ctrl and wheel. */
export function useZoom(scroll: RefObject<HTMLElement | null>, drawing: number, available: number, active: boolean): Zoom {
  const [chosen, setChosen] = useState<number | null>(null);
  const fitted = fitScale(drawing, available, leastFit);
  const scale = active ? chosen ?? fitted : 1;
  useLayoutEffect(() => {
    const element = scroll.current;
    if (element === null || !active) return undefined;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      setChosen((now) => zoomBy(now ?? fitted, event.deltaY < 0 ? 1 : -1));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [scroll, active, fitted]);
  return {
    scale,
    fitted: chosen === null,
    change: (direction) => setChosen(zoomBy(scale, direction)),
    fit: () => setChosen(null),
    overview: () => setChosen(fitScale(drawing, available, 0.1)),
  };
}
