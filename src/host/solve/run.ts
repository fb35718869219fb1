import { randomUUID } from "node:crypto";
import { FigtreeError } from "../../core/ports";
import type { EventLog } from "../../adapters/storage";
import { solve, type SolveLibrary } from "../../core/solve";
import { reduceTrace, type TraceSnapshot } from "../../core/trace";
import { systemClock } from "../../adapters/system";
import type { Figure } from "../figures";
import { leaseModel } from "../models/lease";
import type { Services } from "../services";

interface SolveOrder {
  readonly figure: Figure;
  readonly question: string;
  readonly choices: readonly string[];
  /** Where exemplars are taken from; asked once the solve may begin. Undefined: none are used. */
  readonly library: (seed: number) => Promise<SolveLibrary | undefined>;
  readonly signal: AbortSignal;
  /** Told what is being waited for; null: nothing any more. */
  readonly say: (progress: string | null) => void;
}

/** Solves that are kept; older ones make room. */
const keptSolves = 200;

/** A disk that is full or read-only costs the record, not the solve; the log says so once. */
async function openRecord({ store, log }: Services, id: string, { image, card }: Figure): Promise<EventLog> {
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

/**
 * Runs one solve to its end. Each event is on disk before it is shown, so that whatever a person has seen
 * survives a crash. Throws for what prevents a start (settings, consent); later failures are in the snapshot's outcome.
 */
export async function runSolve(services: Services, { figure, question, choices, library, signal, say }: SolveOrder, show: (snapshot: TraceSnapshot) => void): Promise<void> {
  const { method, preset, place, solve: settings } = services.settings.current();
  const lease = await leaseModel(services, place, signal, say);
  if (lease === undefined) return;
  const endActivity = services.activity.begin();
  try {
    if (signal.aborted) throw new FigtreeError("cancelled");
    const id = randomUUID();
    const exemplars = await library(settings.seed);
    const events = solve({ id, problem: { question, choices, image: figure.image }, method, settings, model: lease.model, clock: systemClock, signal, ...(exemplars === undefined ? {} : { library: exemplars }) });
    const record = await openRecord(services, id, figure);
    let snapshot: TraceSnapshot | undefined;
    try {
      for await (const event of events) {
        const kept = event.type === "started" ? { ...event, settings: { ...event.settings, preset } } : event;
        await record.append(kept);
        snapshot = reduceTrace(snapshot, kept);
        endActivity.progress(snapshot);
        show(snapshot);
      }
    } finally {
      await record.close();
    }
    services.log.info(`${method}: ${snapshot?.outcome?.reason ?? "no outcome"}, ${snapshot?.nodes.length ?? 0} nodes, ${snapshot?.usage.requests ?? 0} requests, ${(snapshot?.seconds ?? 0).toFixed(1)} s`);
  } finally {
    endActivity.end();
    lease.release();
  }
}
