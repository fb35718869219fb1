import type { IncomingMessage } from "node:http";
import { ApiError } from "./apiError";

/** Reads a JSON body of at most `limit` bytes. Throws `ApiError` 400, 413 or 415. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  // A page of another site can send text/plain without asking; JSON makes the browser ask first, and nobody answers.
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) throw new ApiError(415, "The body must be application/json.");
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (thrown) {
    throw new ApiError(400, `The body is not JSON: ${(thrown as Error).message}`);
  }
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      // The rest is read and thrown away: a client that is still sending would not see the refusal of a closed connection.
      else reject(new ApiError(413, `The body is larger than ${limit} bytes.`, { code: "request_too_large" }));
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("close", () => reject(new ApiError(400, "The body ended early.")));
  });
}
