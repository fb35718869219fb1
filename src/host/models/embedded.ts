import { existsSync } from "node:fs";
import path from "node:path";
import { createEmbeddedModel } from "../../adapters/embedded";
import type { ModelStore } from "../../adapters/hub";
import { FigtreeError, type Logger } from "../../core/ports";
import type { ModelSource, PlaceOf } from "./source";

/** Models in a process of their own on this machine: the bundled sample, a folder, or one that was installed. */
export function createEmbeddedSource(extensionPath: string, store: () => ModelStore, logger: Logger): ModelSource<PlaceOf<"embedded">> {
  /** A folder wins over an installed model of that name; nothing is downloaded. */
  async function folderOf(named: string): Promise<{ readonly folder: string; readonly name?: string }> {
    if (existsSync(named) || !/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(named)) return { folder: named };
    const folder = await store().folderOf(named);
    if (folder === undefined) throw new FigtreeError("model.notInstalled", { id: named });
    return { folder, name: named };
  }
  return {
    describe: ({ model }) => ({ name: model === null ? "sample-model" : path.basename(model), place: "embedded", sample: model === null }),
    identity: (place) => Promise.resolve(JSON.stringify(place)),
    async open({ model }) {
      const found = model === null ? { folder: path.join(extensionPath, "media", "sample-model") } : await folderOf(model);
      return createEmbeddedModel({ ...found, processFile: path.join(extensionPath, "dist", "embedded-process.js"), logger, sample: model === null });
    },
  };
}
