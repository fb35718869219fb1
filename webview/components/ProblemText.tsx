import { translate } from "../l10n";
import { letterOf } from "../models/format";
import { ModelText } from "../text/ModelText";

/** The question of a saved trace, to read only. */
export function ProblemText({ question, choices }: { readonly question: string; readonly choices: readonly string[] }) {
  return (
    <section class="problem-statement" aria-label={translate("Question")}>
      <h2>{translate("Question")}</h2>
      {question === "" ? <p class="note">{translate("Read from the figure.")}</p> : <ModelText text={question} />}
      {choices.length > 0 && <ul class="options">{choices.map((choice, index) => <li key={index}>({letterOf(index)}) <ModelText text={choice} inline /></li>)}</ul>}
    </section>
  );
}
