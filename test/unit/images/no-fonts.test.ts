import { createHash } from "node:crypto";
import { expect, test, vi } from "vitest";
import { createContactSheets, fitImages } from "../../../src/adapters/openai/contact-sheet";
import { prepareImage } from "../../../src/adapters/images";
import type { FigtreeError, Message, PreparedImage } from "../../../src/core/ports";
import { describeError } from "../../../src/protocol";
import { figure, svg } from "./make";

/** The image library as its WebAssembly build says what it is. */
vi.mock("sharp", async (original) => {
  const { default: sharp } = await original<{ default: { versions: object } }>();
  return { default: new Proxy(sharp, { get: (target, name) => (name === "versions" ? { ...target.versions, emscripten: "6.0.10" } : (Reflect.get(target, name) as unknown)) }) };
});

const square = '<rect x="0" y="0" width="400" height="300" fill="white"/><rect x="20" y="20" width="100" height="100" fill="#f00"/>';

test("without fonts a drawing with text is refused, because its text would be missing; others are drawn", async () => {
  const { code, details } = await prepareImage(svg(`${square}<g><text x="20" y="200">a = 5</text></g>`)).then(
    () => expect.fail("it was drawn"),
    (thrown: unknown) => thrown as FigtreeError,
  );
  expect(code).toBe("image.unsupported");
  expect(describeError({ code, details })).toMatchObject({ what: expect.stringContaining("SVG with text (this installation has no native image library, and without it no fonts)") as string, next: "Convert it to PNG first." });
  await expect(prepareImage(svg(square))).resolves.toBeDefined();
  await expect(prepareImage(await figure().png().toBuffer())).resolves.toBeDefined();
});

test("without fonts there is no sheet of numbered pictures: the examples go as text", async () => {
  const bytes = new Uint8Array(await figure().png().toBuffer());
  const image: PreparedImage = { bytes, mediaType: "image/png", width: 400, height: 300, sha256: createHash("sha256").update(bytes).digest("hex") };
  const turn = (text: string): Message => ({ role: "user", parts: [{ type: "image", image }, { type: "text", text }] });
  const { earlierTurns } = await fitImages([turn("Example"), { role: "assistant", parts: [{ type: "text", text: "1" }] }, turn("Question")], 1, createContactSheets());
  expect(earlierTurns).toBe("text");
});
