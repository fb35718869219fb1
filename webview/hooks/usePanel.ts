import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import type { Host } from "../host";
import { ImageStore } from "../models/imageStore";
import { emptyView, reduceView, shownImages, type View } from "../models/panelState";

export interface Panel extends View {
  /** Address of a picture's bytes, once they have arrived. */
  imageUrl(sha256: string): string | undefined;
  select(node: number): void;
}

const blobUrl = (type: string, bytes: Uint8Array): string => URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));

/** Connects to the host: asks for the state once and follows its messages. */
export function usePanel(host: Host): Panel {
  const [view, dispatch] = useReducer(reduceView, emptyView);
  const [, repaint] = useState(0);
  const images = useMemo(() => new ImageStore(blobUrl, (url) => URL.revokeObjectURL(url)), []);
  useEffect(() => {
    host.listen((message) => {
      if (message.type === "image") {
        images.put(message.sha256, message.mediaType, message.bytes);
        repaint((times) => times + 1);
      } else {
        dispatch(message);
      }
    });
    host.post({ type: "ready" });
  }, [host, images]);
  const shown = view.panel === null ? "" : shownImages(view.panel).join(" ");
  useEffect(() => {
    if (view.panel !== null) images.keep(shown.split(" "));
  }, [shown, view.panel === null]);
  return {
    ...view,
    imageUrl: (sha256) => images.url(sha256),
    select: (node) => {
      dispatch({ type: "select", node });
      host.post({ type: "selectNode", node });
    },
  };
}
