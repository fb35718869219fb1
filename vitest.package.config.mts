import { defineConfig } from "vitest/config";

/** Packages, installed in a real VS Code without anything else; makes them first, which takes minutes. */
export default defineConfig({
  test: { include: ["test/e2e/package/**/*.test.ts"], fileParallelism: false, testTimeout: 240_000, hookTimeout: 600_000, reporters: ["default", ["./scripts/counts-reporter.mjs", { kind: "package" }]] },
});
