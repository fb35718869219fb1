import * as vscode from "vscode";
import { FigtreeError, toFigtreeError, type ErrorCode } from "../../core/ports";
import { emptyPanelState, type Comparison, type PanelState, type Sentence } from "../../protocol";
import type { TraceSnapshot } from "../../core/trace";
import { runComparison } from "../compare/run";
import { estimateCost, type MethodSpec, type SolveLibrary } from "../../core/solve";
import { figureFromBytes, figureFromUri, type Figure } from "../figures";
import type { Services } from "../services";
import { ExemplarChoice } from "./exemplar-choice";
import { runSolve } from "../solve/run";
import { explain } from "../words";

export type SessionChange = "state" | "snapshot" | "comparison";

/** Everything one panel knows; it outlives the view, which only shows it. */
export class PanelSession implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<SessionChange>();
  readonly onDidChange = this.#changed.event;
  #state: PanelState;
  readonly #exemplars: ExemplarChoice;
  #figure: Figure | null = null;
  #running: AbortController | undefined;
  #disposed = false;
  /** Counts figures, so that a slow preflight never replaces a newer figure. */
  #figureTurn = 0;

  constructor(
    private readonly services: Services,
    mode: PanelState["mode"] = "solve",
  ) {
    this.#exemplars = new ExemplarChoice(services.library, () => services.settings.library());
    this.#state = { ...emptyPanelState({ label: "", place: "", sample: false }, { method: "", preset: "", estimate: { requests: 0, samples: 0 } }), mode };
    this.refreshSettings();
  }

  get state(): PanelState {
    return this.#state;
  }

  get figure(): Figure | null {
    return this.#figure;
  }

  get solving(): boolean {
    return this.#running !== undefined;
  }

  /** Shows a solve that was stored before. */
  restore(figure: Figure | null, snapshot: TraceSnapshot): void {
    this.#figure = figure;
    const { problem, model, method, settings } = snapshot;
    const preset = typeof settings["preset"] === "string" ? settings["preset"] : "";
    this.#update({
      figure: figure?.card ?? null, question: problem.question, choices: problem.choices, status: "done", snapshot,
      ...(this.#state.mode === "trace" ? { model: { label: model.name, place: model.place, sample: model.sample }, run: { method, preset, estimate: { requests: snapshot.usage.requests, samples: snapshot.usage.samples } } } : {}),
    });
  }

  /** Takes over changed settings; what is not usable is said, and said again at the next solve. */
  refreshSettings(): void {
    if (this.#state.mode === "trace") return;
    try {
      const { place, method, preset, solve } = this.services.settings.current();
      const { name, place: where, sample } = this.services.models.describe(place);
      const exemplars = this.#exemplars.plan();
      const estimate = this.#exemplars.estimate(estimateCost(method, solve));
      this.#update({ model: { label: name, place: where, sample }, exemplars, run: { method, preset, estimate }, problem: this.solving ? this.#state.problem : null });
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** Takes over what is known of the library now; a problem that is shown stays. */
  refreshExemplars(): void {
    if (this.#state.mode === "trace") return;
    const { method, preset } = this.#state.run;
    try {
      const { method: name, solve } = this.services.settings.current();
      this.#update({ exemplars: this.#exemplars.plan(), run: { method, preset, estimate: this.#exemplars.estimate(estimateCost(name, solve)) } });
    } catch {
      // Settings that are not usable are said where they are taken over.
      this.#update({ exemplars: this.#exemplars.plan() });
    }
  }

  useExemplars(on: boolean, count: number): void {
    this.#exemplars.use(on, count);
    this.refreshExemplars();
  }

  judgeExemplar(id: string, verdict: "pin" | "ban" | "free"): void {
    this.#exemplars.judge(id, verdict);
    this.refreshExemplars();
  }

  /** Bytes of an exemplar's picture; undefined where the snapshot has no such one, or the library lacks it. */
  async exemplarImage(sha256: string): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | undefined> {
    const image = this.#state.snapshot?.exemplars?.candidates.find((candidate) => candidate.image.sha256 === sha256)?.image;
    const { library } = this.services;
    if (image === undefined || !library.quiet || !library.exists) return undefined;
    const bytes = await library.open().then((store) => store?.readImage(sha256)).catch(() => undefined);
    return bytes === undefined ? undefined : { mediaType: image.mediaType, bytes };
  }

  setFigureFromUri(uri: vscode.Uri): Promise<void> {
    return this.#setFigure(() => figureFromUri(uri));
  }

  setFigureFromBytes(bytes: Uint8Array, name: string): Promise<void> {
    return this.#setFigure(() => figureFromBytes(bytes, name));
  }

  removeFigure(): void {
    if (this.solving) return;
    this.#figureTurn += 1;
    this.#figure = null;
    this.#update({ figure: null, status: "idle", snapshot: null, comparison: null, problem: null, selectedNode: null, savedAs: null });
  }

  setQuestion(question: string, choices: readonly string[]): void {
    if (!this.solving) this.#update({ question, choices });
  }

  /** Selects a node in panel and side tree; one that does not exist is ignored. */
  select(node: number): void {
    if (this.#state.snapshot?.nodes[node] !== undefined && node !== this.#state.selectedNode) this.#update({ selectedNode: node });
  }

  saved(displayPath: string): void {
    this.#update({ savedAs: displayPath });
  }

  stop(): void {
    if (this.#running === undefined || this.#state.status === "stopping") return;
    this.#update({ status: "stopping" });
    this.#running.abort();
  }

  async solve(question: string, choices: readonly string[]): Promise<void> {
    if (this.solving || this.#state.mode === "trace") return;
    const figure = this.#figure;
    if (figure === null) return this.say({ what: vscode.l10n.t("There is no figure yet."), meaning: vscode.l10n.t("The answer is read from a figure."), next: vscode.l10n.t("Paste, drop or choose one first."), action: { label: vscode.l10n.t("Choose a Figure"), command: "pickFigure" } });
    // What was solved before stays in view until the new solve has really begun.
    const before = this.#state.snapshot;
    await this.#work(question, choices, (signal) => runSolve(this.services, { figure, question, choices, library: (seed) => this.#library((fail) => this.#exemplars.forSolve(seed, fail)), signal, say: (progress) => this.#progress(progress) }, (snapshot) => this.#show(snapshot)));
    const { snapshot } = this.#state;
    if (snapshot !== before && snapshot?.outcome?.reason === "failed" && snapshot.outcome.error !== null) this.say(explain(snapshot.outcome.error));
  }

  /** Runs methods one after the other on what the panel shows. */
  async compare(methods: readonly MethodSpec[]): Promise<void> {
    const figure = this.#figure;
    if (this.solving || this.#state.mode === "trace" || figure === null) return;
    const { question, choices } = this.#state;
    await this.#work(question, choices, (signal) => runComparison(this.services, {
      figure, question, choices, methods, signal, library: (retrieval) => this.#library((fail) => this.#exemplars.forRetrieval(retrieval, fail)), say: (progress) => this.#progress(progress),
    }, (comparison) => this.#showComparison(comparison)));
  }

  /** Shows a comparison that was stored before. */
  restoreComparison(figure: Figure | null, comparison: Comparison): void {
    this.#figure ??= figure;
    const { question, choices } = this.#state.figure === null ? comparison : this.#state;
    this.#update({ figure: this.#figure?.card ?? null, question, choices, comparison });
  }

  /** Begins what Stop ends, and brings the panel back to rest. */
  async #work(question: string, choices: readonly string[], work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const running = (this.#running = new AbortController());
    // A figure that is still being read came too late for this one, and must not end it.
    this.#figureTurn += 1;
    this.#update({ question, choices, status: "preparing", problem: null });
    try {
      await work(running.signal);
    } catch (thrown) {
      this.fail(thrown);
    } finally {
      this.#running = undefined;
      this.#update({ status: this.#state.snapshot === null ? "idle" : "done", progress: null });
    }
  }

  /** Words a failure in the panel and notes it in the log; a person's own cancelling is no failure. */
  fail(thrown: unknown, otherwise: ErrorCode = "endpoint.badResponse"): void {
    const error = toFigtreeError(thrown, otherwise);
    if (error.code === "cancelled") return;
    this.services.log.error(error.cause instanceof Error ? `${error.message}: ${error.cause.stack ?? error.cause.message}` : error.message);
    this.say(explain(error));
  }

  say(problem: Sentence): void {
    this.#update({ problem });
  }

  dispose(): void {
    this.#disposed = true;
    this.#running?.abort(new FigtreeError("cancelled"));
    this.#changed.dispose();
  }

  /** A library that cannot be used costs the exemplars, not the solve; the panel says why. */
  #library(find: (fail: (thrown: unknown) => void) => Promise<SolveLibrary | undefined>): Promise<SolveLibrary | undefined> {
    return find((thrown) => this.fail(thrown, "embedder.failed")).catch((thrown: unknown) => {
      this.fail(thrown, "library.unreachable");
      return undefined;
    });
  }

  async #setFigure(load: () => Promise<Figure>): Promise<void> {
    if (this.solving || this.#state.mode === "trace") return;
    const turn = (this.#figureTurn += 1);
    this.#update({ status: "preparing", problem: null });
    try {
      const figure = await load();
      if (turn !== this.#figureTurn) return;
      this.#figure = figure;
      this.#update({ figure: figure.card, status: "idle", snapshot: null, comparison: null, selectedNode: null, savedAs: null });
    } catch (thrown) {
      if (turn !== this.#figureTurn) return;
      this.#update({ status: this.#state.snapshot === null ? "idle" : "done" });
      this.fail(thrown);
    }
  }

  #show(snapshot: TraceSnapshot): void {
    const begins = this.#state.snapshot?.id !== snapshot.id;
    const status = this.#state.status === "stopping" ? "stopping" : "solving";
    this.#state = { ...this.#state, snapshot, status, ...(begins ? { selectedNode: null, savedAs: null } : {}) };
    this.#fire(begins ? "state" : "snapshot");
  }

  #showComparison(comparison: Comparison): void {
    const begins = this.#state.status === "preparing" || this.#state.progress !== null;
    this.#state = { ...this.#state, comparison, status: this.#state.status === "stopping" ? "stopping" : "solving", progress: null };
    this.#fire(begins ? "state" : "comparison");
  }

  /** What is waited for makes the panel offer Stop; the search itself says more once it runs. */
  #progress(progress: string | null): void {
    if (!this.solving || progress === this.#state.progress) return;
    this.#update({ progress, ...(progress !== null && this.#state.status === "preparing" ? { status: "solving" } : {}) });
  }

  #update(change: Partial<PanelState>): void {
    this.#state = { ...this.#state, ...change };
    this.#fire("state");
  }

  #fire(change: SessionChange): void {
    if (!this.#disposed) this.#changed.fire(change);
  }
}
