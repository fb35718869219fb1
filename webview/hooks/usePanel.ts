import { useEffect, useMemo, useRef, useState } from "preact/hooks";
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
  const latest = useRef(emptyView);
  const [view, setView] = useState(emptyView);
  const [, repaint] = useState(0);
  const images = useMemo(() => new ImageStore(blobUrl, (url) => URL.revokeObjectURL(url)), []);
  const take = (message: Parameters<typeof reduceView>[1]): void => {
    latest.current = reduceView(latest.current, message);
    // With the message and not with its drawing: the next picture may come before that.
    if (latest.current.panel !== null) images.keep(shownImages(latest.current.panel));
    setView(latest.current);
  };
  useEffect(() => {
    host.listen((message) => {
      if (message.type === "image") {
        images.put(message.sha256, message.mediaType, message.bytes);
        repaint((times) => times + 1);
      } else {
        take(message);
      }
    });
    host.post({ type: "ready" });
  }, [host, images]);
  return {
    ...view,
    imageUrl: (sha256) => images.url(sha256),
    select: (node) => {
      take({ type: "select", node });
      host.post({ type: "selectNode", node });
    },
  };
}
