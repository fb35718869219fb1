import { useRef } from "preact/hooks";
import type { Host } from "../host";
import type { Panel } from "./usePanel";

/** An exemplar's picture as far as it has come. */
export type FoundPicture = { readonly url: string } | "waiting" | "missing";

export interface PictureSource {
  find(sha256: string): FoundPicture;
  /** Asks the host for it, once in a solve. */
  want(sha256: string): void;
}

/** Pictures of exemplars, fetched one by one from the host's library. */
export function usePictures(host: Host, { panel, imageUrl, missing }: Panel): PictureSource {
  const wanted = useRef(new Set<string>());
  const solve = panel?.snapshot?.id;
  const asking = useRef(solve);
  // What the solve before asked for may have come and gone unseen, or never come.
  if (asking.current !== solve) wanted.current.clear();
  asking.current = solve;
  return {
    find: (sha256) => {
      const url = imageUrl(sha256);
      // One that came may go again with its snapshot, and be asked for anew.
      if (url !== undefined) wanted.current.delete(sha256);
      return url !== undefined ? { url } : missing.has(sha256) ? "missing" : "waiting";
    },
    want: (sha256) => {
      if (wanted.current.has(sha256)) return;
      wanted.current.add(sha256);
      host.post({ type: "needImage", sha256 });
    },
  };
}
