import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Message, PreparedImage } from "../../../src/core/ports";
import { createContactSheets, fitImages } from "../../../src/adapters/openai/contact-sheet";
import { completion, generation, setUp } from "./harness";

const figure = (name: string): PreparedImage => {
  const bytes = new Uint8Array(readFileSync(path.join(import.meta.dirname, "../../../media/samples", name)));
  return { bytes, mediaType: "image/png", width: 448, height: 448, sha256: createHash("sha256").update(bytes).digest("hex") };
};
const [grid, bars, triangle] = [figure("000-grid.png"), figure("002-bars.png"), figure("003-triangle.png")];
const turn = (image: PreparedImage, text: string): Message => ({ role: "user", parts: [{ type: "image", image }, { type: "text", text }] });
const reply: Message = { role: "assistant", parts: [{ type: "text", text: "The answer is 1." }] };
const messages = [turn(grid, "Example one."), reply, turn(bars, "Example two."), reply, turn(triangle, "Question: Find the unknown angle.")];

const imagesIn = (all: readonly Message[]): PreparedImage[] => all.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "image" ? [part.image] : [])));
const textsIn = (all: readonly Message[]): string => all.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).join("|");

test("as many as are taken stay as they are", async () => {
  for (const most of [null, 3]) {
    const fitted = await fitImages(messages, most, createContactSheets());
    expect(fitted.messages).toBe(messages);
    expect(fitted.earlierTurns).toBe("pictures");
  }
  expect((await fitImages([turn(grid, "Question")], null, createContactSheets())).earlierTurns).toBeUndefined();
  expect((await fitImages([{ role: "user", parts: [{ type: "text", text: "Example" }] }, reply, turn(grid, "Question")], null, createContactSheets())).earlierTurns).toBe("text");
});

test("two are taken: the examples share a sheet, the figure in question stays itself", async () => {
  const { messages: fitted, earlierTurns } = await fitImages(messages, 2, createContactSheets());
  expect(earlierTurns).toBe("contactSheet");
  const [sheet, question] = imagesIn(fitted);
  expect(imagesIn(fitted)).toHaveLength(2);
  expect(question).toBe(triangle);
  expect(fitted[0]!.parts[0]).toEqual({ type: "image", image: sheet });
  expect(textsIn(fitted)).toMatch(/number 1 on the sheet.*Example one.*number 2 on the sheet.*Example two/);
});

test("one is taken: all share a sheet, which stands in the last turn and says which picture is meant", async () => {
  const { messages: fitted, earlierTurns } = await fitImages(messages, 1, createContactSheets());
  expect(earlierTurns).toBe("contactSheet");
  const [sheet] = imagesIn(fitted);
  expect(imagesIn(fitted)).toHaveLength(1);
  expect(fitted.at(-1)!.parts[0]).toEqual({ type: "image", image: sheet });
  expect(textsIn(fitted)).toMatch(/figure in question is picture 3 on the sheet.*Find the unknown angle/);
  const { width, height } = await sharp(sheet!.bytes).metadata();
  expect([width, height]).toEqual([sheet!.width, sheet!.height]);
  const cell = sheet!.width / 2;
  // Three cells of a two by two sheet have ink on them, the fourth has none.
  const ink = async (column: number, row: number): Promise<number> => {
    const cut = await sharp(sheet!.bytes).extract({ left: column * cell, top: row * (cell + 36) + 36, width: cell, height: cell }).png().toBuffer();
    const { channels } = await sharp(cut).stats();
    return 255 - Math.min(...channels.map(({ min }) => min));
  };
  expect(await Promise.all([ink(0, 0), ink(1, 0), ink(0, 1), ink(1, 1)])).toSatisfy((inks: number[]) => inks.slice(0, 3).every((each) => each > 100) && inks[3] === 0);
});

test("a sheet is made once for its pictures, with the same bytes each time", async () => {
  const sheets = createContactSheets();
  expect(await sheets.of([grid, bars])).toBe(await sheets.of([grid, bars]));
  expect((await createContactSheets().of([grid, bars]))!.sha256).toBe((await sheets.of([grid, bars]))!.sha256);
});

test("none is taken, or no sheet can be made: notes stand in", async () => {
  const broken = { ...grid, bytes: new Uint8Array([1, 2, 3]), sha256: "0".repeat(64) };
  const { messages: fitted, earlierTurns } = await fitImages([turn(broken, "Example one."), reply, turn(triangle, "Question")], 1, createContactSheets());
  expect(earlierTurns).toBe("text");
  expect(imagesIn(fitted)).toEqual([triangle]);
  expect(textsIn(fitted)).toMatch(/left out.*Example one/);
  expect(imagesIn((await fitImages(messages, 0, createContactSheets())).messages)).toEqual([]);
});

test("a figure that is too large for a sheet is sent alone, and the examples as text", async () => {
  for (const [side, how] of [[577, "text"], [576, "contactSheet"]] as const) {
    const large = { ...triangle, bytes: new Uint8Array(await sharp(triangle.bytes).resize(side, side).png().toBuffer()), width: side, height: side, sha256: `${side}`.padStart(64, "0") };
    const fitted = await fitImages([turn(grid, "Example one."), reply, turn(large, "Question")], 1, createContactSheets());
    expect(fitted.earlierTurns).toBe(how);
    expect(imagesIn(fitted.messages)[0] === large).toBe(how === "text");
    expect(textsIn(fitted.messages).includes("left out")).toBe(how === "text");
  }
  // With room for two the figure stays itself whatever its size.
  expect((await fitImages(messages, 2, createContactSheets())).earlierTurns).toBe("contactSheet");
});

test("a question without a picture has none of the examples' for its own", async () => {
  const bare: Message[] = [...messages.slice(0, -1), { role: "user", parts: [{ type: "text", text: "Are the sub-questions useful?" }] }];
  for (const [most, pictures, how] of [[1, 1, "contactSheet"], [0, 0, "text"], [2, 2, "pictures"]] as const) {
    const { messages: fitted, earlierTurns } = await fitImages(bare, most, createContactSheets());
    expect([imagesIn(fitted).length, earlierTurns]).toEqual([pictures, how]);
    expect(textsIn(fitted)).not.toContain("figure in question");
    expect(fitted.at(-1)).toEqual(bare.at(-1));
  }
});

test("a model that leaves earlier turns out gets the figure by itself, at once and from then on", async () => {
  const answer = { ...(completion(["a"]) as object), figtree: { earlier_turns: "dropped" } };
  const { server, model, memory } = await setUp(({ json, request }) => json(200, (request.body["messages"] as unknown[]).length > 1 ? answer : completion(["a"])));
  memory.imagesPerRequest = 1;
  for (let call = 0; call < 2; call += 1) expect((await model.generate(generation({ messages }))).earlierTurns).toBe("dropped");
  const [onSheet, ...alone] = server.bodies.map((body) => body["messages"] as { content: unknown }[]);
  expect(onSheet).toHaveLength(5);
  const url = `data:image/png;base64,${Buffer.from(triangle.bytes).toString("base64")}`;
  expect(alone).toEqual([0, 1].map(() => [{ role: "user", content: [{ type: "image_url", image_url: { url } }, { type: "text", text: "Question: Find the unknown angle." }] }]));
});
