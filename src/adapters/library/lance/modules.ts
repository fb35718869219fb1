import type * as lancedb from "@lancedb/lancedb";
import type * as arrow from "apache-arrow";

/** The native database and the library of its tables, loaded only when a library is opened. */
export interface LanceModules {
  readonly lancedb: typeof lancedb;
  readonly arrow: typeof arrow;
}

/** Rejects where the native part is missing for this platform. */
export async function loadLanceModules(): Promise<LanceModules> {
  const [database, tables] = await Promise.all([import("@lancedb/lancedb"), import("apache-arrow")]);
  return { lancedb: database, arrow: tables };
}
