import type { HostMessage, PanelState } from "../../src/protocol";

/** A node that was asked to be shown; a new serial means a new request for the same node. */
export interface Reveal {
  readonly node: number;
  readonly serial: number;
}

export interface View {
  /** Null until the host has sent its first state. */
  readonly panel: PanelState | null;
  readonly reveal: Reveal | null;
  /** Pictures of exemplars that the library does not have, by SHA-256. */
  readonly missing: ReadonlySet<string>;
}

export const emptyView: View = { panel: null, reveal: null, missing: new Set() };

/** Folds a message of the host, or a selection made here, into what is shown. Bytes of pictures are kept elsewhere. */
export function reduceView(view: View, message: HostMessage | { readonly type: "select"; readonly node: number }): View {
  switch (message.type) {
    case "state":
      return { ...view, panel: message.state, missing: message.state.snapshot?.id === view.panel?.snapshot?.id ? view.missing : new Set() };
    case "snapshot":
      return view.panel === null ? view : { ...view, panel: { ...view.panel, snapshot: message.snapshot, status: message.status } };
    case "comparison":
      return view.panel === null ? view : { ...view, panel: { ...view.panel, comparison: message.comparison, status: message.status } };
    case "select":
      return view.panel === null ? view : { ...view, panel: { ...view.panel, selectedNode: message.node } };
    case "reveal":
      return {
        ...view,
        panel: view.panel === null ? null : { ...view.panel, selectedNode: message.node },
        reveal: { node: message.node, serial: (view.reveal?.serial ?? 0) + 1 },
      };
    case "noImage":
      // An answer to an earlier solve's question says nothing about the present one.
      return view.panel === null || !shownImages(view.panel).includes(message.sha256) || view.missing.has(message.sha256) ? view : { ...view, missing: new Set([...view.missing, message.sha256]) };
    case "image":
      return view;
  }
}

/** Pictures that a state shows, by SHA-256. */
export function shownImages(panel: PanelState): readonly string[] {
  const exemplars = panel.snapshot?.exemplars?.candidates.map(({ image }) => image.sha256) ?? [];
  return [...new Set([panel.figure?.info.sha256, panel.snapshot?.problem.image.sha256, ...exemplars])].filter((sha256) => sha256 !== undefined);
}

/** While these last, figure and question stay as they are. */
export const isBusy = (status: PanelState["status"]): boolean => status === "preparing" || status === "solving" || status === "stopping";
