import type { ComponentChildren } from "preact";
import { briefConfidence, comparedStateTitle, costOfComparison, describeComparison, hasBegun, isStored, sentences, sharedWith, type ComparedRow, type Comparison } from "../../src/protocol";
import { translate } from "../l10n";
import { useSparse } from "../hooks/useSparse";
import { answerText } from "../models/answerText";
import { answerMark } from "../models/comparison";
import { count, duration } from "../models/format";
import { ModelText } from "../text/ModelText";
import { Foldable } from "./Foldable";
import { Icon } from "./Icon";

interface Props {
  readonly comparison: Comparison;
  /** True when figure or question have changed since. */
  readonly outdated: boolean;
  /** Shows the search of one row. */
  readonly open: (row: string) => void;
}

/** A dash where there is no value. */
function Cell<Value>({ name, label, of, figures = false, children }: { readonly name: string; readonly label: string; readonly of: Value | null; readonly figures?: boolean; readonly children: (value: Value) => ComponentChildren }) {
  const names = [...(figures ? ["figures"] : []), ...(of === null ? ["nothing"] : [])];
  return <td data-column={name} data-label={label} class={names.join(" ")}>{of === null ? "–" : children(of)}</td>;
}

function Answer({ row, comparison }: { readonly row: ComparedRow; readonly comparison: Comparison }) {
  const mark = answerMark(row, comparison.rows);
  if (row.answer === null || mark === null) return null;
  return (
    <div class="compared-answer">
      <span class={row.group === 0 && mark.count > 1 ? "same-mark most" : "same-mark"}><span aria-hidden="true">{mark.letter}</span><span class="hidden-text">{mark.count === 1 ? translate("Answer of its own:") : translate("Answer {0}, the same in {1} rows:", mark.letter, mark.count)} </span></span>
      <ModelText text={answerText(row.answer, comparison.choices)} inline />
    </div>
  );
}

function State({ row }: { readonly row: ComparedRow }) {
  const bad = row.state === "failed" || row.state === "partial" || row.state === "gone";
  return (
    <>
      <div class="compared-state">{bad && <Icon name={row.state === "failed" ? "error" : "warning"} />}{comparedStateTitle(row.state, translate)}</div>
      {row.note !== "" && <div class="note">{row.note}</div>}
    </>
  );
}

/** Requests, tokens and time; where the search is another row's, which one that is, so that nobody adds them up twice. */
function Cost({ row, comparison }: { readonly row: ComparedRow; readonly comparison: Comparison }) {
  const { usage } = row;
  const begun = hasBegun(row);
  const other = begun ? sharedWith(row, comparison.rows) : undefined;
  if (other !== undefined) return <td data-column="shared" data-label={translate("Requests, tokens, time")} colSpan={3}>{translate("Same search as {0}", other.title)}</td>;
  return (
    <>
      <Cell name="requests" label={translate("Requests")} of={begun ? usage.requests : null} figures>{count}</Cell>
      <Cell name="tokens" label={translate("Tokens")} of={begun ? usage.promptTokens + usage.completionTokens : null} figures>{count}</Cell>
      <Cell name="time" label={translate("Time")} of={begun ? row.seconds : null} figures>{duration}</Cell>
    </>
  );
}

function Row({ row, comparison, open }: { readonly row: ComparedRow; readonly comparison: Comparison; readonly open: () => void }) {
  const { state } = row;
  return (
    <tr class={state === "running" ? "compared-running" : undefined}>
      <th scope="row">
        {isStored(row) ? <button type="button" class="link" title={translate("Show its search")} aria-label={translate("{0}: show its search", row.title)} onClick={open}>{row.title}</button> : <span class="compared-title">{row.title}</span>}
      </th>
      <Cell name="answer" label={translate("Answer")} of={row.answer}>{() => <Answer row={row} comparison={comparison} />}</Cell>
      <Cell name="confidence" label={translate("Confidence")} of={row.confidence}>{(confidence) => briefConfidence(confidence, translate)}</Cell>
      <Cost row={row} comparison={comparison} />
      <td data-column="state" data-label={translate("State")}><State row={row} /></td>
    </tr>
  );
}

/** What rows of one search have in common; empty where each row has its own. */
function sharedNote(comparison: Comparison): string {
  if (comparison.rows.every((row) => !hasBegun(row) || sharedWith(row, comparison.rows) === undefined)) return "";
  const { requests, promptTokens, completionTokens } = costOfComparison(comparison);
  return translate("Rows of the same search choose among the same traces, and what it costs counts once. In all {0} requests and {1} tokens.", count(requests), count(promptTokens + completionTokens));
}

/** Least time between two announcements. Milliseconds. */
const interval = 3000;

/** Methods side by side on one problem: what each answered, how sure it is and what it cost. */
export function ComparisonTable({ comparison, outdated, open }: Props) {
  const words = describeComparison(comparison, translate);
  return (
    <section class="comparison" aria-label={translate("Comparison of methods")}>
      <div class="hidden-text" role="status" aria-live="polite">{useSparse(words, interval)}</div>
      <Foldable name="comparison" title={translate("Comparison of methods")} note={words} otherwise>
        {() => (
          <>
            {outdated && <p class="outdated compared-outdated">{comparison.question === "" ? translate("These answers belong to an earlier figure or question.") : <>{translate("These answers belong to an earlier figure or question:")} <ModelText text={comparison.question} inline /></>}</p>}
            <table class="compared">
              <thead>
                <tr>
                  <th scope="col">{translate("Method")}</th><th scope="col">{translate("Answer")}</th><th scope="col">{translate("Confidence")}</th>
                  <th scope="col" class="figures">{translate("Requests")}</th><th scope="col" class="figures">{translate("Tokens")}</th><th scope="col" class="figures">{translate("Time")}</th><th scope="col">{translate("State")}</th>
                </tr>
              </thead>
              <tbody>{comparison.rows.map((row) => <Row key={row.id} row={row} comparison={comparison} open={() => open(row.id)} />)}</tbody>
            </table>
            <p class="note">{sentences(translate("Equal answers have the same letter. All with seed {0} and the same budget, one after the other.", comparison.seed), sharedNote(comparison))}</p>
          </>
        )}
      </Foldable>
    </section>
  );
}
