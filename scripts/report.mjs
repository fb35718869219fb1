/** Counts of one kind of tests; kept in the file that `npm test` names, and printed. */
import { appendFileSync } from "node:fs";

/**
 * @param {string} kind @param {{ passed: number, failed: number, skipped: number }} counts
 * @returns true when something ran and nothing failed.
 */
export function writeReport(kind, { passed, failed, skipped }) {
  console.log(`${kind}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  const file = process.env.FIGTREE_TEST_COUNTS;
  if (file) appendFileSync(file, `${JSON.stringify({ kind, passed, failed, skipped })}\n`);
  return failed === 0 && passed > 0;
}
