import { createContext } from "preact";
import { useCallback, useContext, useMemo, useRef, useState } from "preact/hooks";
import type { Host } from "../host";
import { nothingKept, readKept, type Kept } from "../models/kept";

interface KeptStore {
  readonly kept: Kept;
  update(change: Partial<Kept>): void;
}

export const KeptContext = createContext<KeptStore>({ kept: nothingKept, update: () => undefined });

/** What survives a reload of this view; written at once, so that a crash loses nothing. */
export function useKeptStore(host: Host): KeptStore {
  const [kept, setKept] = useState(() => readKept(host.restore()));
  const latest = useRef(kept);
  const update = useCallback((change: Partial<Kept>) => {
    latest.current = { ...latest.current, ...change };
    host.save(latest.current);
    setKept(latest.current);
  }, [host]);
  return useMemo(() => ({ kept, update }), [kept, update]);
}

/** Whether a section is open, and how to change that for good. */
export function useOpen(name: string, otherwise: boolean): readonly [boolean, (open: boolean) => void] {
  const { kept, update } = useContext(KeptContext);
  const open = kept.open[name] ?? otherwise;
  return [open, (next) => next !== open && update({ open: { ...kept.open, [name]: next } })];
}
