/** Decoded bytes of a reply and of the body of a refusal, in MiB. A whole reply with log-probabilities has far fewer. */
const most = { reply: 32, refusal: 1 } as const;

/** A body that is longer than anything an endpoint has to say. */
export class OversizedReply extends Error {
  override readonly name = "OversizedReply";
}

/**
 * The same response with a body that ends in `OversizedReply`, and its connection closed, once more has come
 * than is read into memory: 32 MiB, or 1 MiB where the status is no success.
 */
export function limitBody(response: Response): Response {
  if (response.body === null) return response;
  const megabytes = response.ok ? most.reply : most.refusal;
  let left = megabytes * 2 ** 20;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      left -= chunk.byteLength;
      if (left < 0) throw new OversizedReply(`Its reply is larger than ${megabytes} MB.`);
      controller.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, headers });
}
