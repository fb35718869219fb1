import { defineConfig } from "vitest/config";

/** End-to-end tests in the workbench of a real VS Code; one at a time, because each starts a server and a browser. */
export default defineConfig({
  test: {
    include: ["test/e2e/workbench/**/*.test.ts"], fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } },
    globalSetup: ["./test/e2e/buildBundle.ts"],
    reporters: ["default", ["./scripts/counts-reporter.mjs", { kind: "vscode" }]],
  },
});
