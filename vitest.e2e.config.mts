import { defineConfig } from "vitest/config";

/** Tests in a real browser: one file at a time, against the bundle that the setup builds. */
export default defineConfig({
  test: { include: ["test/e2e/**/*.e2e.ts"], globalSetup: ["test/e2e/buildBundle.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } }, reporters: ["default", ["./scripts/counts-reporter.mjs", { kind: "browser" }]] },
});
