import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { settingsOf, type SolveLibrary } from "../../core/solve";
import type { RetrievalMode } from "../../core/trace";
import type { Comparison } from "../../protocol";
import type { Figure } from "../figures";
import { leaseModel } from "../models/lease";
import type { Services } from "../services";
import { runPlan } from "../solve/run";
import { choiceId, type MethodChoice } from "./methods";
import { comparisonOf, type ComparedSolve } from "./rows";

interface ComparisonOrder {
  readonly figure: Figure;
  readonly question: string;
  readonly choices: readonly string[];
  readonly methods: readonly MethodChoice[];
  /** Where one way to choose exemplars takes them from; undefined: the library cannot be used. */
  readonly library: (mode: RetrievalMode, seed: number) => Promise<SolveLibrary | undefined>;
  readonly signal: AbortSignal;
  readonly say: (progress: string | null) => void;
}

/**
 * Runs methods one after the other, so that their seconds can be compared, with one seed and budget. Each is stored as
 * a solve of its own. A method that fails does not keep the others back; a stop keeps what is there. Throws for what
 * prevents a start (settings, consent).
 */
export async function runComparison(services: Services, { figure, question, choices, methods, library, signal, say }: ComparisonOrder, show: (comparison: Comparison) => void): Promise<void> {
  const { preset, overrides, place, solve } = services.settings.current();
  const planned = methods.map((choice) => ({ choice, id: randomUUID(), settings: settingsOf(preset, overrides, choice.method) }));
  const lease = await leaseModel(services, place, signal, say);
  if (lease === undefined) return;
  const activity = services.activity.begin();
  const solves: ComparedSolve[] = planned.map(({ choice, id }) => ({ choice, id, snapshot: null, without: "waiting" }));
  const put = (index: number, change: Partial<ComparedSolve>): void => {
    solves[index] = { ...solves[index]!, ...change };
    show(comparisonOf({ figure: figure.image.sha256, question, choices, seed: solve.seed }, solves, vscode.l10n.t));
  };
  try {
    for (const [index, { choice, id, settings }] of planned.entries()) {
      if (signal.aborted) {
        put(index, { without: "skipped" });
        continue;
      }
      put(index, { without: "running" });
      const exemplars = choice.mode === "none" ? undefined : await library(choice.mode, settings.seed);
      if (signal.aborted || (choice.mode !== "none" && exemplars === undefined)) {
        // A row that promises exemplars is not filled by a solve without them.
        put(index, { without: "skipped" });
        continue;
      }
      await runPlan(services, { id, figure, question, choices, model: lease.model, method: choice.method, preset, settings, library: exemplars, signal }, (snapshot) => {
        activity.progress(snapshot);
        put(index, { snapshot });
      });
    }
    services.log.info(vscode.l10n.t("Compared {0}.", methods.map(choiceId).join(", ")));
  } finally {
    activity.end();
    lease.release();
  }
}
