import { estimateWithExemplars, type SolveLibrary } from "../../core/solve";
import { retrievalSettingsOf, type RetrievalSettings } from "../../core/exemplars";
import { noExemplars, type CostEstimate, type ExemplarPlan } from "../../protocol";
import type { Library, LibraryCounts } from "../library/library";
import type { LibrarySettings } from "../settings/read-library";

/** What a person has decided in one panel; null: as the settings and the library say. */
interface Decision {
  readonly on: boolean | null;
  readonly count: number | null;
}

/** On by itself: where the library holds verified exemplars, or where a setting names how they are chosen. */
function isOn(mode: LibrarySettings["mode"], counts: LibraryCounts | null): boolean {
  if (mode === "auto") return (counts?.verified ?? 0) > 0;
  return mode !== "none" && counts?.exemplars !== 0;
}

/** Whether and how the solves of one panel use exemplars. */
export class ExemplarChoice {
  #decision: Decision = { on: null, count: null };
  #pinned: readonly string[] = [];
  #banned: readonly string[] = [];

  constructor(
    private readonly library: Library,
    private readonly settings: () => LibrarySettings,
  ) {}

  /** For the panel; settings that are not usable are said elsewhere. */
  plan(): ExemplarPlan {
    let settings: LibrarySettings;
    try {
      settings = this.settings();
    } catch {
      return noExemplars;
    }
    const { mode, retrieval } = settings;
    const { counts } = this.library;
    return {
      on: this.#decision.on ?? isOn(mode, counts), count: this.#decision.count ?? retrieval.exemplars, mode: mode === "auto" || mode === "none" ? "rcts" : mode,
      library: counts ?? (this.library.exists ? null : { exemplars: 0, verified: 0 }), pinned: this.#pinned, banned: this.#banned,
    };
  }

  /** A solve's cost together with that of its exemplars. */
  estimate(solve: CostEstimate): CostEstimate {
    const { on, count, mode } = this.plan();
    if (!on) return solve;
    // One token stands for some: what a text costs is not known before the exemplars are.
    const { requests, samples, exemplars } = estimateWithExemplars(solve, { pictures: count, tokens: 1 }, { mode, reward: this.settings().retrieval.reward });
    return { requests, samples, exemplarPictures: exemplars.pictures };
  }

  use(on: boolean, count: number): void {
    this.#decision = { on, count };
  }

  judge(id: string, verdict: "pin" | "ban" | "free"): void {
    this.#pinned = this.#pinned.filter((each) => each !== id);
    this.#banned = this.#banned.filter((each) => each !== id);
    if (verdict === "pin") this.#pinned = [...this.#pinned, id];
    if (verdict === "ban") this.#banned = [...this.#banned, id];
  }

  /**
   * What the next solve takes its exemplars from; undefined where it uses none. Without an embedder they are found by
   * their words: `fail` is told why. Throws `library.*` and `input.invalid`.
   */
  async forSolve(seed: number, fail: (thrown: unknown) => void): Promise<SolveLibrary | undefined> {
    const { on, count, mode } = this.plan();
    return on ? this.forRetrieval(retrievalSettingsOf({ ...this.settings().retrieval, mode, exemplars: count, seed }), fail) : undefined;
  }

  /** The same for one way to choose them, whether or not the panel's own solves use exemplars. */
  async forRetrieval(settings: RetrievalSettings, fail: (thrown: unknown) => void): Promise<SolveLibrary | undefined> {
    if (settings.mode === "none" || !this.library.exists) return undefined;
    const store = await this.library.open();
    if (store === undefined) return undefined;
    const embedder = await this.library.embedder().catch((thrown: unknown) => {
      fail(thrown);
      return undefined;
    });
    return { store, embedder: embedder ?? null, settings, pinned: this.#pinned, banned: this.#banned };
  }
}
