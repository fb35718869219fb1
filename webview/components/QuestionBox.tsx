import type { DraftControl } from "../hooks/useDraft";
import { useOpen } from "../hooks/useKept";
import { counted, letterOf } from "../models/format";
import { linesOf } from "../models/draft";

/** The question and, folded away until they are wanted, the options. */
export function QuestionBox({ control, locked }: { readonly control: DraftControl; readonly locked: boolean }) {
  const { draft, edit } = control;
  const options = linesOf(draft.choices);
  const [open, setOpen] = useOpen("choices", false);
  return (
    <section class="question-box">
      <label for="question">Question</label>
      <textarea
        id="question" rows={2} value={draft.question} readOnly={locked} aria-describedby="question-hint"
        placeholder="Leave empty to read the question from the figure" onInput={(event) => edit({ question: event.currentTarget.value })}
      />
      <span id="question-hint" class="hidden-text">May be empty: then the question is read from the figure.</span>
      <details class="choices" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{options.length === 0 ? "Add choices" : `${counted(options.length, "choice")}: ${options.map((text, index) => `(${letterOf(index)}) ${text}`).join("  ")}`}</summary>
        <label for="choices">One choice per line, without letters</label>
        <textarea id="choices" rows={4} value={draft.choices} readOnly={locked} onInput={(event) => edit({ choices: event.currentTarget.value })} />
      </details>
    </section>
  );
}
