import { createRequire } from "node:module";
import path from "node:path";
import type * as bench from "../../bench";

const load = createRequire(path.join(__dirname, "extension.js"));

/** Readers, scoring and runner lie in a bundle of their own beside this one, so that starting the extension reads none of it. */
export const loadBench = (): typeof bench => load("./bench.js") as typeof bench;

/** The report's page and its plotting library likewise. */
export const loadPageWriter = (): bench.PageWriter => (load("./bench-report.js") as { readonly toPage: bench.PageWriter }).toPage;
