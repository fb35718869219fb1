import { plural } from "../../src/protocol";
import type { DraftControl } from "../hooks/useDraft";
import { useOpen } from "../hooks/useKept";
import { translate } from "../l10n";
import { letterOf } from "../models/format";
import { linesOf } from "../models/draft";

/** The question and, folded away until they are wanted, the options. */
export function QuestionBox({ control, locked }: { readonly control: DraftControl; readonly locked: boolean }) {
  const { draft, edit } = control;
  const options = linesOf(draft.choices);
  const [open, setOpen] = useOpen("choices", false);
  return (
    <section class="question-box">
      <label for="question">{translate("Question")}</label>
      <textarea
        id="question" rows={2} value={draft.question} readOnly={locked} aria-describedby="question-hint"
        placeholder={translate("Leave empty to read the question from the figure")} onInput={(event) => edit({ question: event.currentTarget.value })}
      />
      <span id="question-hint" class="hidden-text">{translate("May be empty: then the question is read from the figure.")}</span>
      <details class="choices" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{options.length === 0 ? translate("Add choices") : translate(plural(options.length, "{0} choice: {1}", "{0} choices: {1}"), options.length, options.map((text, index) => `(${letterOf(index)}) ${text}`).join("  "))}</summary>
        <label for="choices">{translate("One choice per line, without letters")}</label>
        <textarea id="choices" rows={4} value={draft.choices} readOnly={locked} onInput={(event) => edit({ choices: event.currentTarget.value })} />
      </details>
    </section>
  );
}
