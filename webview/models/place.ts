import type { PanelState } from "../../src/protocol";
import { translate } from "../l10n";

/** Where the figure goes when Solve is pressed. */
export function placeSentence({ place }: PanelState["model"]): string {
  if (place === "embedded") return translate("The figure stays on this machine.");
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(place) ? translate("The figure is sent to {0}, on the machine that runs this extension.", place) : translate("The figure is sent to {0}.", place);
}
