const zoomSteps = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.5, 2] as const;

/** The next zoom step from anywhere; stays at the ends. */
export function zoomBy(scale: number, direction: 1 | -1): number {
  if (direction > 0) return zoomSteps.find((step) => step > scale + 0.001) ?? zoomSteps.at(-1)!;
  return zoomSteps.findLast((step) => step < scale - 0.001) ?? zoomSteps[0];
}

/** The scale at which a drawing fits into a width, readable before complete: never under `least`, never enlarged. */
export const fitScale = (drawing: number, available: number, least: number): number => (drawing <= 0 || available <= 0 ? 1 : Math.min(1, Math.max(least, available / drawing)));
