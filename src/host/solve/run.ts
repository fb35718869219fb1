import { randomUUID } from "node:crypto";
import { FigtreeError, type VisionModel } from "../../core/ports";
import type { EventLog } from "../../adapters/storage";
import { solve, type MethodName, type PresetName, type SolveLibrary, type SolveSettings } from "../../core/solve";
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

/** One solve with a model that is open already. */
export interface SolvePlan extends Omit<SolveOrder, "library" | "say"> {
  /** Random id of this solve. */
  readonly id: string;
  readonly model: VisionModel;
  readonly method: MethodName;
  readonly preset: PresetName;
  readonly settings: SolveSettings;
  readonly library: SolveLibrary | undefined;
}

/**
 * Runs one solve to its end. Each event is on disk before it is shown, so that whatever a person has seen survives a
 * crash. Failures are in the snapshot's outcome.
 */
export async function runPlan(services: Services, { id, figure, question, choices, model, method, preset, settings, library, signal }: SolvePlan, show: (snapshot: TraceSnapshot) => void): Promise<void> {
  const events = solve({ id, problem: { question, choices, image: figure.image }, method, settings, model, clock: systemClock, signal, ...(library === undefined ? {} : { library }) });
  const record = await openRecord(services, id, figure);
  let snapshot: TraceSnapshot | undefined;
  try {
    for await (const event of events) {
      const kept = event.type === "started" ? { ...event, settings: { ...event.settings, preset } } : event;
      await record.append(kept);
      snapshot = reduceTrace(snapshot, kept);
      show(snapshot);
    }
  } finally {
    await record.close();
  }
  services.log.info(`${method}: ${snapshot?.outcome?.reason ?? "no outcome"}, ${snapshot?.nodes.length ?? 0} nodes, ${snapshot?.usage.requests ?? 0} requests, ${(snapshot?.seconds ?? 0).toFixed(1)} s`);
}

/** Runs one solve as the settings say. Throws for what prevents a start (settings, consent). */
export async function runSolve(services: Services, { library, say, ...order }: SolveOrder, show: (snapshot: TraceSnapshot) => void): Promise<void> {
  const { method, preset, place, solve: settings } = services.settings.current();
  const lease = await leaseModel(services, place, order.signal, say);
  if (lease === undefined) return;
  const activity = services.activity.begin();
  try {
    if (order.signal.aborted) throw new FigtreeError("cancelled");
    await runPlan(services, { ...order, id: randomUUID(), model: lease.model, method, preset, settings, library: await library(settings.seed) }, (snapshot) => {
      activity.progress(snapshot);
      show(snapshot);
    });
  } finally {
    activity.end();
    lease.release();
  }
}
