import type { EventLog } from "../../adapters/storage";
import type { Figure } from "../figures";
import type { Services } from "../services";

/** Solves that are kept; older ones make room. */
const keptSolves = 200;

/** A disk that is full or read-only costs the record, not the solve; the log says so once. */
export async function openRecord({ store, log }: Services, id: string, { image, card }: Figure): Promise<EventLog> {
  let failed = false;
  const fail = (thrown: unknown): void => {
    if (!failed) log.error(`This solve is not kept: ${String(thrown)}`);
    failed = true;
  };
  const opened = await store.begin(id, image, card.name).catch(fail);
  store.prune(keptSolves).catch((thrown: unknown) => log.warn(`Old solves were not removed: ${String(thrown)}`));
  return {
    append: async (event) => opened?.append(event).catch(fail),
    close: async () => opened?.close().catch(fail),
  };
}
