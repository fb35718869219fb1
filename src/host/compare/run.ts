import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { RetrievalSettings } from "../../core/exemplars";
import { formatSpec, type MethodSpec, type SolveLibrary } from "../../core/solve";
import type { Comparison } from "../../protocol";
import type { Figure } from "../figures";
import { leaseModel } from "../models/lease";
import type { Services } from "../services";
import { runSearch } from "../solve/run";
import { comparisonOf, type ComparedSolve } from "./rows";
import { planSearches } from "./searches";

interface ComparisonOrder {
  readonly figure: Figure;
  readonly question: string;
  readonly choices: readonly string[];
  readonly methods: readonly MethodSpec[];
  /** Where one way to choose exemplars takes them from; undefined: the library cannot be used. */
  readonly library: (retrieval: RetrievalSettings) => Promise<SolveLibrary | undefined>;
  readonly signal: AbortSignal;
  readonly say: (progress: string | null) => void;
}

/**
 * Runs the searches behind methods one after the other, so that their seconds can be compared, with one seed and budget.
 * Each row is stored as a solve of its own. A search that fails does not keep the others back; a stop keeps what is
 * there. Throws for what prevents a start (settings, consent).
 */
export async function runComparison(services: Services, { figure, question, choices, methods, library, signal, say }: ComparisonOrder, show: (comparison: Comparison) => void): Promise<void> {
  const { preset, overrides, place, solve } = services.settings.current();
  const searches = planSearches(methods, { preset, overrides, retrieval: services.settings.library().retrieval });
  const lease = await leaseModel(services, place, signal, say);
  if (lease === undefined) return;
  const activity = services.activity.begin();
  const ids = methods.map(() => randomUUID());
  const firstOf = new Map(searches.flatMap(({ rows }) => rows.map(({ index }) => [index, ids[rows[0].index]!])));
  const solves = methods.map((spec, index): ComparedSolve => ({ spec, id: ids[index]!, search: firstOf.get(index)!, snapshot: null, without: "waiting" }));
  try {
    for (const { method, retrieval, rows } of searches) {
      const put = (change: (place: number) => Partial<ComparedSolve>): void => {
        for (const [place, { index }] of rows.entries()) solves[index] = { ...solves[index]!, ...change(place) };
        show(comparisonOf({ figure: figure.image.sha256, question, choices, seed: solve.seed }, solves, vscode.l10n.t));
      };
      if (!signal.aborted) put(() => ({ without: "running" }));
      const exemplars = retrieval === null || signal.aborted ? undefined : await library(retrieval);
      if (signal.aborted || (retrieval !== null && exemplars === undefined)) {
        // A row that promises exemplars is not filled by a solve without them.
        put(() => ({ without: "skipped" }));
        continue;
      }
      const [first, ...others] = rows.map(({ index, settings }) => ({ id: ids[index]!, settings }));
      await runSearch(services, { readings: [first!, ...others], figure, question, choices, model: lease.model, method, preset, library: exemplars, signal }, (snapshots) => {
        activity.progress(snapshots[0]!);
        put((place) => ({ snapshot: snapshots[place]! }));
      });
    }
    services.log.info(vscode.l10n.t("Compared {0}.", methods.map(formatSpec).join(", ")));
  } finally {
    activity.end();
    lease.release();
  }
}
