import { randomUUID } from "node:crypto";
import { FigtreeError, type VisionModel } from "../../core/ports";
import { readEvent, solve, type MethodName, type PresetName, type Reading, type SolveLibrary } from "../../core/solve";
import { reduceTrace, type TraceSnapshot } from "../../core/trace";
import { systemClock } from "../../adapters/system";
import type { Figure } from "../figures";
import { leaseModel } from "../models/lease";
import type { Services } from "../services";
import { openRecord } from "./record";

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

/** One search with a model that is open already. */
interface SearchPlan extends Omit<SolveOrder, "library" | "say"> {
  /** The search's own solve, and others that are read off it. */
  readonly readings: readonly [Reading, ...Reading[]];
  readonly model: VisionModel;
  readonly method: MethodName;
  readonly preset: PresetName;
  readonly library: SolveLibrary | undefined;
}

/**
 * Runs one search to its end and keeps each reading as a solve of its own. Each event is on disk before it is shown, so
 * that whatever a person has seen survives a crash. Failures are in the snapshots' outcome.
 * @param show told after each event what every reading has come to, in their order
 */
export async function runSearch(services: Services, { readings, figure, question, choices, model, method, preset, library, signal }: SearchPlan, show: (snapshots: readonly TraceSnapshot[]) => void): Promise<void> {
  const [{ id, settings }, ...others] = readings;
  const events = solve({ id, problem: { question, choices, image: figure.image }, method, settings, model, clock: systemClock, signal, ...(library === undefined ? {} : { library }) });
  const records = await Promise.all(readings.map((each) => openRecord(services, each.id, figure)));
  let snapshots: readonly TraceSnapshot[] = [];
  try {
    for await (const event of events) {
      const kept = event.type === "started" ? { ...event, settings: { ...event.settings, preset } } : event;
      const own = reduceTrace(snapshots[0], kept);
      const told = [kept, ...others.map((reading) => readEvent(kept, own, reading))];
      await Promise.all(told.map((each, index) => records[index]!.append(each)));
      snapshots = told.map((each, index) => (index === 0 ? own : reduceTrace(snapshots[index], each)));
      show(snapshots);
    }
  } finally {
    await Promise.all(records.map((record) => record.close()));
  }
  const [snapshot] = snapshots;
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
    await runSearch(services, { ...order, readings: [{ id: randomUUID(), settings }], model: lease.model, method, preset, library: await library(settings.seed) }, ([snapshot]) => {
      activity.progress(snapshot!);
      show(snapshot!);
    });
  } finally {
    activity.end();
    lease.release();
  }
}
