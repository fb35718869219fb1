import * as vscode from "vscode";
import { buildContexts, type ContextsEvent, type ContextSettings } from "../../core/exemplars";
import type { Clock, ErrorRecord, ExemplarStore, VisionModel } from "../../core/ports";

/** What one run works with; made anew each time it is resumed, since model and settings may have changed. */
export interface ContextsRun {
  readonly store: ExemplarStore;
  readonly model: VisionModel;
  readonly settings: ContextSettings;
  readonly inFlight: number;
  /** Frees the model. */
  release(): void;
}

export interface ContextsFailure {
  readonly question: string;
  readonly error: ErrorRecord;
}

export interface ContextsResult {
  readonly done: number;
  readonly failures: readonly ContextsFailure[];
  /** A failure that ended the run. */
  readonly error: ErrorRecord | null;
}

/** Reason of an abort that is to be resumed. */
const paused = "paused";

type Progress = Extract<ContextsEvent, { type: "progress" }>;

/** Seconds as a person says them. */
export function aboutText(seconds: number): string {
  if (seconds < 90) return vscode.l10n.t("about {0} s", Math.max(1, Math.round(seconds)));
  return seconds < 5400 ? vscode.l10n.t("about {0} min", Math.round(seconds / 60)) : vscode.l10n.t("about {0} h", (seconds / 3600).toFixed(1));
}

/** How far it has come, how long it will go on and what it has cost. */
function progressText({ done, failed, total, usage, remainingSeconds }: Progress): string {
  const tokens = (usage.promptTokens + usage.completionTokens).toLocaleString();
  const parts = [vscode.l10n.t("{0} of {1} exemplars", done + failed, total), ...(failed > 0 ? [vscode.l10n.t("{0} failed", failed)] : []), ...(remainingSeconds === null ? [] : [vscode.l10n.t("{0} left", aboutText(remainingSeconds))])];
  return [...parts, vscode.l10n.t("{0} requests", usage.requests.toLocaleString()), vscode.l10n.t("{0} tokens", tokens)].join(", ");
}

/**
 * The one job that builds reasoning contexts in this window. A pause ends the requests; what is finished is stored, so
 * that resuming asks only for the rest.
 */
export class ContextsJob implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #running: AbortController | undefined;
  #paused: { readonly ids: readonly string[] | undefined } | undefined;
  #ids: readonly string[] | undefined;
  #text = "";

  constructor(private readonly clock: Clock) {}

  get state(): "idle" | "running" | "paused" {
    return this.#running !== undefined ? "running" : this.#paused !== undefined ? "paused" : "idle";
  }

  /** For the view; empty while idle. */
  get text(): string {
    if (this.state === "paused") return vscode.l10n.t("Reasoning contexts are paused. {0}", this.#text);
    return this.state === "running" ? vscode.l10n.t("Building reasoning contexts: {0}", this.#text === "" ? vscode.l10n.t("starting") : this.#text) : "";
  }

  /**
   * Runs until it is done, paused or cancelled; `start` opens what the run needs (undefined: called off). Undefined
   * where it was paused or called off. Throws what `start` throws.
   */
  async run(ids: readonly string[] | undefined, start: (signal: AbortSignal) => Promise<ContextsRun | undefined>): Promise<ContextsResult | undefined> {
    if (this.#running !== undefined) return undefined;
    const running = (this.#running = new AbortController());
    this.#ids = ids;
    this.#paused = undefined;
    this.#say("");
    try {
      const run = await start(running.signal);
      return run === undefined ? undefined : await this.#follow(run, ids, running.signal);
    } finally {
      if (this.#running === running) this.#running = undefined;
      this.#changed.fire();
    }
  }

  /** Ids that a resumed run goes on with; undefined in an object: all. */
  get paused(): { readonly ids: readonly string[] | undefined } | undefined {
    return this.#paused;
  }

  pause(): void {
    if (this.#running === undefined) return;
    this.#paused = { ids: this.#ids };
    this.#running.abort(paused);
    this.#running = undefined;
    this.#changed.fire();
  }

  cancel(): void {
    this.#paused = undefined;
    this.#running?.abort();
    this.#changed.fire();
  }

  dispose(): void {
    this.#running?.abort();
    this.#changed.dispose();
  }

  async #follow({ store, model, settings, inFlight, release }: ContextsRun, ids: readonly string[] | undefined, signal: AbortSignal): Promise<ContextsResult | undefined> {
    const questions = new Map<string, string>();
    const failures: ContextsFailure[] = [];
    try {
      for await (const event of buildContexts({ store, model, settings, inFlight, clock: this.clock, signal, ...(ids === undefined ? {} : { ids }) })) {
        if (event.type === "begun") questions.set(event.id, event.question);
        if (event.type === "failed") failures.push({ question: questions.get(event.id) ?? event.id, error: event.error });
        if (event.type === "progress" && !signal.aborted) this.#say(progressText(event));
        if (event.type === "finished") return event.reason === "cancelled" && signal.reason === paused ? undefined : { done: event.done, failures, error: event.error };
      }
      return undefined;
    } finally {
      release();
    }
  }

  #say(text: string): void {
    this.#text = text;
    this.#changed.fire();
  }
}
