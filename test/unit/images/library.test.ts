import { expect, test } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { loadSharp } from "../../../src/adapters/images/sharp";
import type { FigtreeError } from "../../../src/core/ports";
import { describeError } from "../../../src/protocol";
import { figure } from "./make";

test("a machine without the native library gets a sentence, and the next call tries again", async () => {
  const { code, details } = await loadSharp(() => Promise.reject(new Error("no binary for this platform"))).then(
    () => expect.fail("it was loaded"),
    (thrown: unknown) => thrown as FigtreeError,
  );
  expect({ code, details }).toEqual({ code: "image.noDecoder", details: { message: "no binary for this platform" } });
  expect(describeError({ code, details }).meaning).toContain("no binary for this platform");
  await expect(prepareImage(await figure().png().toBuffer())).resolves.toBeDefined();
});
