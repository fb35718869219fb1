import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { FigtreeError } from "../../../core/ports";

/**
 * Drawing cannot be interrupted from within: a small hostile file can keep the library busy for minutes. So it runs
 * in a process of its own that ends itself after `seconds` of computing (so that a busy machine does not count against
 * the figure), in any case after a minute, or above `megabytes`; a cancelled call kills it.
 * Figures that state no size are drawn so that their longer side has `side` pixels.
 */
const script = `
const [, library, side, seconds, megabytes] = process.argv;
const end = () => process.kill(process.pid, "SIGKILL");
setTimeout(end, 60000).unref();
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > megabytes * 1048576 || user + system > seconds * 1e6) end();
}, 50).unref();
const chunks = [];
process.stdin.on("data", (chunk) => chunks.push(chunk)).on("end", async () => {
  try {
    const sharp = require(library);
    sharp.cache(false);
    const svg = Buffer.concat(chunks);
    const options = { limitInputPixels: 5e7, density: 72 };
    if (side > 0) {
      const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
      options.density = Math.min(1e5, Math.max(1, (72 * side) / Math.max(width, height)));
    }
    const png = await sharp(svg, options).png({ compressionLevel: 1 }).toBuffer();
    process.stdout.write(png, () => process.exit(0));
  } catch (error) {
    process.stderr.write(String(error && error.message), () => process.exit(1));
  }
});`;

/** What drawing may take: seconds of computing and megabytes of resident memory. */
const drawingLimits = { seconds: 10, megabytes: 700 };

/**
 * Draws a cleaned SVG and returns it as PNG bytes, with alpha. `side` 0: at the size its root element states.
 * Throws `image.damaged` if it cannot be drawn, `image.unsupported` if that takes too long or too much memory,
 * `image.noDecoder` if the process cannot be started, `cancelled`.
 */
export function drawSvg(svg: string, side: number, signal: AbortSignal | undefined, limits = drawingLimits): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const environment: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    delete environment["NODE_OPTIONS"];
    const library = createRequire(__filename).resolve("sharp");
    const child = spawn(process.execPath, ["-e", script, library, String(side), String(limits.seconds), String(limits.megabytes)], {
      env: environment, stdio: "pipe", windowsHide: true, ...(signal === undefined ? {} : { signal, killSignal: "SIGKILL" as const }),
    });
    const output: Buffer[] = [];
    let message = "";
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => (message = (message + chunk.toString()).slice(0, 500)));
    child.stdin.on("error", () => undefined);
    child.on("error", (cause) => {
      reject(signal?.aborted === true ? new FigtreeError("cancelled") : new FigtreeError("image.noDecoder", { message: cause.message }, { cause }));
    });
    child.on("close", (code) => {
      if (signal?.aborted === true) reject(new FigtreeError("cancelled"));
      else if (code === 0) resolve(new Uint8Array(Buffer.concat(output)));
      else if (code === 1) reject(new FigtreeError("image.damaged", { format: "SVG", message }));
      else reject(new FigtreeError("image.unsupported", { format: `SVG that takes more than ${String(limits.seconds)} s or ${String(limits.megabytes)} MB to draw` }));
    });
    child.stdin.end(svg);
  });
}
