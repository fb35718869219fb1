import type { ModelSource, PlaceOf } from "../source";
import { createEditorModel } from "./model";
import { findEditorModel, vendorOf } from "./select";

/** Models that other extensions bring to VS Code. */
export const editorSource: ModelSource<PlaceOf<"vscode">> = {
  describe: ({ model }) => ({ name: model.split("/").slice(1).join("/") || model, place: `VS Code (${vendorOf(model)})`, sample: false }),
  identity: (place) => Promise.resolve(JSON.stringify(place)),
  open: async ({ model }) => createEditorModel(await findEditorModel(model)),
};
