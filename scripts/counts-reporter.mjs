import { writeReport } from "./report.mjs";

/** A reporter for Vitest that adds its counts to those of `npm test`; `kind` names the line. */
export default class CountsReporter {
  constructor({ kind }) {
    this.kind = kind;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const testModule of modules) {
      let any = false;
      for (const test of testModule.children.allTests()) {
        any = true;
        counts[test.result().state === "pending" ? "skipped" : test.result().state] += 1;
      }
      if (!any || testModule.errors().length > 0) counts.failed += 1;
    }
    writeReport(this.kind, counts);
  }
}
