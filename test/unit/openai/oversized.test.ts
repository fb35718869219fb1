import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../fixtures/scripted-server";
import { completion, failureOf, generation, setUp } from "./harness";

const megabyte = 2 ** 20;

/** Writes until the client has had enough: an endless body. */
function pour(write: (chunk: Buffer) => boolean, { response }: Exchange, drained: NodeJS.EventEmitter): void {
  const chunk = Buffer.alloc(megabyte, " ");
  const more = (): void => {
    while (!response.destroyed && write(chunk));
  };
  drained.on("drain", more);
  more();
}

const endless = (status: number, type: string) => (exchange: Exchange): void => {
  exchange.response.writeHead(status, { "content-type": type });
  pour((chunk) => exchange.response.write(chunk), exchange, exchange.response);
};

function endlessGzip(exchange: Exchange): void {
  exchange.response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
  const gzip = createGzip();
  gzip.pipe(exchange.response);
  pour((chunk) => gzip.write(chunk), exchange, gzip);
}

describe("a reply without an end is not read into memory", () => {
  test.each<[string, (exchange: Exchange) => void]>([
    ["JSON", endless(200, "application/json")],
    ["events", endless(200, "text/event-stream")],
    ["packed", endlessGzip],
  ])("%s: reported, and the connection is closed", async (_, handle) => {
    const { server, model } = await setUp(handle);
    expect(await failureOf(model.generate(generation()))).toMatchObject({ code: "endpoint.badResponse", details: { message: "Its reply is larger than 32 MB." } });
    expect(await server.requests[0]?.closed).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test("a refusal keeps the meaning of its status", async () => {
    const { server, model } = await setUp(endless(401, "application/json"));
    expect((await failureOf(model.generate(generation()))).code).toBe("endpoint.unauthorized");
    expect(await server.requests[0]?.closed).toBe(true);
    const broken = await setUp(endless(500, "text/plain"), { retries: 0 });
    expect(await failureOf(broken.model.generate(generation()))).toMatchObject({ code: "endpoint.serverError", details: { message: expect.stringContaining("larger than 1 MB") as string } });
  });

  test("a long reply within the limit is read whole, packed or not", async () => {
    const long = "a".repeat(2 * megabyte);
    const { model } = await setUp(({ index, json, response }) => {
      if (index === 0) return json(200, completion([long]));
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(JSON.stringify(completion([long]))));
    });
    for (let time = 0; time < 2; time++) expect((await model.generate(generation())).choices[0]?.text).toHaveLength(2 * megabyte);
  });
});
