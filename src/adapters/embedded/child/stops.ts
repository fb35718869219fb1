/** Where the earliest of the stop texts begins, or undefined. Empty stop texts are ignored. */
export function findStop(text: string, stops: readonly string[]): number | undefined {
  const places = stops.filter((stop) => stop !== "").map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? undefined : Math.min(...places);
}

/**
 * How many characters at the end of `text` must not be streamed yet: they may become part of a
 * stop text, or are the replacement marks of a character whose bytes have not all arrived.
 */
export function heldBack(text: string, stops: readonly string[]): number {
  let held = /\uFFFD+$/.exec(text)?.[0].length ?? 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > held; length -= 1) {
      if (text.endsWith(stop.slice(0, length))) held = length;
    }
  }
  return held;
}
