import { expect, it, vi } from "vitest";
import { FigtreeError, toFigtreeError } from "../../../src/core/ports";

it("knows an error of another bundle of the same process, and nothing else", async () => {
  vi.resetModules();
  const other = await import("../../../src/core/ports");
  expect(other.FigtreeError).not.toBe(FigtreeError);
  const error = new other.FigtreeError("budget.calls", { limit: 3 });
  expect(error).toBeInstanceOf(FigtreeError);
  expect(toFigtreeError(error, "input.invalid")).toBe(error);
  for (const value of [new Error("FigtreeError"), Object.assign(new Error("x"), { code: "ENOENT", details: {} }), { name: "FigtreeError", code: "cancelled", details: {} }, null, undefined, "x"]) expect(value).not.toBeInstanceOf(FigtreeError);
});
