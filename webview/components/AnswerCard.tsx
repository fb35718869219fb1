import { useEffect, useState } from "preact/hooks";
import type { TraceSnapshot } from "../../src/core/trace";
import { describeConfidence, gapAfter } from "../../src/protocol";
import { translate } from "../l10n";
import { answerText } from "../models/answerText";
import { completion, endNote } from "../models/outcome";
import { ModelText } from "../text/ModelText";
import { Icon } from "./Icon";

interface Props {
  readonly snapshot: TraceSnapshot;
  /** True when figure or question have changed since. */
  readonly outdated: boolean;
  /** True when a failure is explained at the top of the panel. */
  readonly explained: boolean;
  readonly copy: (text: string) => void;
}

function CopyButton({ text, copy }: { readonly text: string; readonly copy: (text: string) => void }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const press = (): void => {
    copy(text);
    setCopied(true);
  };
  return <button type="button" class="link" aria-label={copied ? translate("Answer copied") : translate("Copy answer")} onClick={press}><Icon name="copy" />{copied ? translate("Copied") : translate("Copy")}</button>;
}

/** The best answer so far or for good, how far it may be trusted and why. */
export function AnswerCard({ snapshot, outdated, explained, copy }: Props) {
  const { best, outcome, problem } = snapshot;
  const note = endNote(snapshot, explained);
  const answer = best === null ? "" : answerText(best.answer, problem.choices);
  return (
    <section class="answer-card" aria-label={translate("Answer")}>
      <div class="answer-head">
        <h2>{outcome === null ? translate("Best answer so far") : translate("Answer")}</h2>
        {note !== undefined && best !== null && <span class="mark"><Icon name="warning" />{translate("Partial")}</span>}
        {best !== null && <CopyButton text={answer} copy={copy} />}
      </div>
      {best === null
        ? outcome === null && <p class="answer-waiting">{translate("No chain of steps has reached an answer yet.")}</p>
        : (
          <>
            <div class="answer"><ModelText text={answer} inline /></div>
            <p class="confidence">{describeConfidence(best.confidence, snapshot.warnings, translate)}</p>
          </>
        )}
      {note !== undefined && <div class="end-note"><Icon name="warning" /><span><strong>{note.heading}</strong>{gapAfter(note.heading)}{note.text}</span></div>}
      {completion(snapshot) !== undefined && best !== null && <p class="note">{completion(snapshot)}</p>}
      {outdated && <p class="outdated">{problem.question === "" ? translate("This answer belongs to an earlier figure or question.") : <>{translate("This answer belongs to an earlier figure or question:")} <ModelText text={problem.question} inline /></>}</p>}
    </section>
  );
}
