import { gapAfter, sentences, type PanelCommand, type Sentence } from "../../src/protocol";
import { Icon } from "./Icon";

/** What went wrong, what it means and what to do next. */
export function ProblemBanner({ problem, run }: { readonly problem: Sentence; readonly run: (command: PanelCommand) => void }) {
  const { action } = problem;
  return (
    <div class="problem" role="alert">
      <Icon name="error" />
      <div class="problem-text">
        <strong>{problem.what}</strong>{gapAfter(problem.what)}{sentences(problem.meaning, problem.next)}
      </div>
      {action !== undefined && <button type="button" class="secondary" onClick={() => run(action.command)}>{action.label}</button>}
    </div>
  );
}
