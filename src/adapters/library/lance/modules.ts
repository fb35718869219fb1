import { createRequire } from "node:module";
import type * as lancedb from "@lancedb/lancedb";
import type * as arrow from "apache-arrow";

/** The native database and the library of its tables, loaded only when a library is opened. */
export interface LanceModules {
  readonly lancedb: typeof lancedb;
  readonly arrow: typeof arrow;
}

/** Rejects where the native part is missing for this platform. */
export async function loadLanceModules(): Promise<LanceModules> {
  // It writes warnings to standard error by itself, in the middle of what a person reads; what matters is thrown as well.
  process.env["LANCEDB_LOG"] ??= "off";
  const database = await import("@lancedb/lancedb");
  // The very copy that the database uses: it takes tables made by another one (import gives another file) apart wrongly.
  const own = createRequire(createRequire(__filename).resolve("@lancedb/lancedb"));
  return { lancedb: database, arrow: own("apache-arrow") as typeof arrow };
}
