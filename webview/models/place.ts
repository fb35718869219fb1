import type { PanelState } from "../../src/protocol";

/** Where the figure goes when Solve is pressed. */
export function placeSentence({ place }: PanelState["model"]): string {
  if (place === "embedded") return "The figure stays on this machine.";
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/i.test(place) ? `The figure is sent to ${place}, on the machine that runs this extension.` : `The figure is sent to ${place}.`;
}
