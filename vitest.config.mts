import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { globalSetup: "test/fixtures/global-setup.ts", include: ["test/unit/**/*.test.ts", "test/unit/**/*.test.tsx"], testTimeout: 180_000, hookTimeout: 120_000, reporters: ["default", ["./scripts/counts-reporter.mjs", { kind: "unit" }]] },
});
