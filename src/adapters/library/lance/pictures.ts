import type { Connection } from "@lancedb/lancedb";
import { FigtreeError } from "../../../core/ports";
import type { Pictures } from "../engine/backend";
import { verified } from "../engine/pictures";
import type { LanceModules } from "./modules";
import { isOneOf, parts, quote } from "./sql";

/** Pictures in a table of their own, for libraries that are not a folder. */
export async function openPictureTable({ lancedb, arrow }: LanceModules, connection: Connection, place: string): Promise<Pictures> {
  const schema = new arrow.Schema([new arrow.Field("sha256", new arrow.Utf8(), false), new arrow.Field("type", new arrow.Utf8(), false), new arrow.Field("bytes", new arrow.Binary(), false)]);
  const table = await connection.openTable("pictures").catch(() => connection.createEmptyTable("pictures", schema, { mode: "create", existOk: true }));
  return {
    async write(sha256, type, bytes) {
      await table.mergeInsert("sha256").whenNotMatchedInsertAll().execute(lancedb.makeArrowTable([{ sha256, type, bytes }], { schema }));
    },
    async read(sha256) {
      const [row] = (await table.query().where(`sha256 = ${quote(sha256)}`).select(["bytes"]).limit(1).toArray()) as { bytes: Uint8Array }[];
      if (row === undefined) throw new FigtreeError("file.notFound", { file: sha256 });
      return verified(new Uint8Array(row.bytes), sha256, place);
    },
    async remove(hashes) {
      for (const some of parts(hashes)) await table.delete(isOneOf("sha256", some));
    },
  };
}
