import { FigtreeError } from "../../core/ports";
import type sharpModule from "sharp";
import type { Sharp, SharpOptions } from "sharp";

export type SharpModule = typeof sharpModule;

let loaded: Promise<SharpModule> | undefined;

/** Decoding longer than this is given up, in seconds; far more than the largest picture takes on a machine that is not busy. */
const decodingSeconds = 60;

/**
 * Loads the native image library on first use, so that starting the extension never pays for it.
 * Fails with `image.noDecoder` where there is no binary for this machine; a later call tries again.
 */
export function loadSharp(load: () => Promise<unknown> = () => import("sharp")): Promise<SharpModule> {
  loaded ??= load().then(
    (module) => {
      const sharp = (module as { default: SharpModule }).default;
      // Figures are seen once: a cache would only hold memory. One thread each, since several solves may run.
      sharp.cache(false);
      sharp.concurrency(1);
      return sharp;
    },
    (cause: unknown) => {
      loaded = undefined;
      throw new FigtreeError("image.noDecoder", { message: cause instanceof Error ? cause.message.split("\n")[0]! : String(cause) }, { cause });
    },
  );
  return loaded;
}

/** The library's WebAssembly build, which stands in where there is no binary, has no fonts: it leaves text out without a word. */
export const drawsText = ({ versions }: SharpModule): boolean => !("emscripten" in versions);

/** Pixels that are decoded at most: one 50 megapixel picture takes about 200 MB as RGBA. */
export const decodedPixelLimit = 50_000_000;

/** AVIF is decoded as a whole, in several copies: half as many pixels take as much memory. */
export const avifPixelLimit = 25_000_000;

/** Options under which untrusted bytes are opened. `strict` also refuses what a decoder merely warns of. */
export const safely = (strict: boolean): SharpOptions => ({
  failOn: strict ? "warning" : "error",
  limitInputPixels: decodedPixelLimit,
  limitInputChannels: 5,
  sequentialRead: true,
});

export const withTimeout = (pipeline: Sharp): Sharp => pipeline.timeout({ seconds: decodingSeconds });
