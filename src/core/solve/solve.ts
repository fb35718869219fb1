import { imageInfo, toFigtreeError, type Clock, type PreparedImage, type VisionModel } from "../ports";
import { questionInFigure, type ExemplarTurns } from "../prompts";
import { mixSeeds } from "../search";
import type { FinishReason, Outcome, TraceEvent } from "../trace";
import { meterModel } from "./budget";
import { watchDeclines } from "./declined";
import { watchDelivery } from "./delivery";
import { fitIntoContext } from "./fit";
import { chooseTurns, type SolveLibrary } from "./library";
import { methods, type MethodName } from "./registry";
import { createEventQueue } from "./reporter";
import type { SolveSettings } from "./settings";

export interface SolveRequest {
  /** Random id of this solve. */
  readonly id: string;
  readonly problem: { readonly question: string; readonly choices: readonly string[]; readonly image: PreparedImage };
  readonly method: MethodName;
  readonly settings: SolveSettings;
  readonly model: VisionModel;
  readonly clock: Clock;
  /** Ends the solve early with what there is. */
  readonly signal: AbortSignal;
  readonly exemplars?: ExemplarTurns;
  /** Chooses exemplars for this problem; they stand before those given. */
  readonly library?: SolveLibrary;
}

function outcomeOf(thrown: unknown): Outcome {
  const { code, details } = toFigtreeError(thrown, "endpoint.badResponse");
  if (code === "cancelled") return { reason: "cancelled", partial: true, error: null };
  return { reason: code.startsWith("budget.") ? "budget" : "failed", partial: true, error: { code, details } };
}

/**
 * Solves one problem as a stream of trace events from `started` to `finished`. Failures, budgets and cancellation
 * do not throw: they end the stream with an outcome that keeps everything found so far. Leaving the iteration
 * early cancels the model's work.
 */
export async function* solve(request: SolveRequest): AsyncGenerator<TraceEvent, void> {
  const { problem, method, settings, model, clock, signal, exemplars = [], library } = request;
  const seed = mixSeeds(settings.seed, 0);
  const queue = createEventQueue();
  const declines = watchDeclines(model);
  const watch = watchDelivery(declines.model, queue);
  const meter = meterModel(fitIntoContext(watch.model, (detail) => queue.warn("contextShortened", 1, detail)), settings, clock, signal);
  yield {
    type: "started", id: request.id, startedAt: clock.now(), method, settings: { ...settings }, model: model.info, seed,
    problem: { question: problem.question, choices: problem.choices, image: imageInfo(problem.image) },
  };
  if (model.info.sample) queue.warn("sampleModel");
  if (model.info.vision === "unsure") queue.warn("visionUnsure");
  if (model.info.vision === "untold") queue.warn("visionUntold");

  let answered = false;
  let readable = false;
  const reporter = {
    warn: queue.warn,
    emit: (event: TraceEvent) => {
      if (event.type === "answer" && event.best !== null) answered = true;
      if (event.type === "expanded") readable = true;
      queue.emit(event);
    },
  };
  const question = problem.question.trim() === "" ? questionInFigure : problem.question.trim();
  const finish = (outcome: Outcome): void => queue.emit({ type: "finished", outcome, usage: meter.usage(), seconds: meter.seconds() });
  async function run(): Promise<FinishReason> {
    const asked = { question, choices: problem.choices, image: problem.image };
    const chosen = library === undefined ? null : await chooseTurns(library, { ...asked, question: problem.question.trim() }, meter, clock, reporter);
    if (chosen !== null) watch.begin(chosen.selection);
    return methods[method]({ problem: { ...asked, exemplars: [...(chosen?.turns ?? []), ...exemplars] }, settings, model: meter, reporter, seed });
  }
  const running = run()
    .then(
      (reason) => finish(answered ? { reason, partial: false, error: null } : { reason: "failed", partial: true, error: readable ? { code: "search.noAnswer", details: {} } : (declines.failure() ?? { code: "reply.unreadable", details: {} }) }),
      (thrown: unknown) => finish(outcomeOf(thrown)),
    )
    .then(queue.end, queue.fail);
  try {
    yield* queue.drain();
  } finally {
    meter.close();
    await running;
  }
}
