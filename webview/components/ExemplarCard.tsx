import type { ExemplarCandidate } from "../../src/core/trace";
import type { PictureSource } from "../hooks/usePictures";
import { translate } from "../l10n";
import { answerText } from "../models/answerText";
import { rankChange, similarityRows } from "../models/exemplars";
import { letterOf } from "../models/format";
import { plainText } from "../text/plainText";
import { ModelText } from "../text/ModelText";
import { Icon } from "./Icon";
import { Meter } from "./Meter";
import { Thumbnail } from "./Thumbnail";

/** What a person may decide about an exemplar of the next solve. */
export interface ExemplarJudge {
  readonly pinned: ReadonlySet<string>;
  readonly banned: ReadonlySet<string>;
  readonly locked: boolean;
  judge(id: string, verdict: "pin" | "ban" | "free"): void;
}

interface Props {
  readonly candidate: ExemplarCandidate;
  readonly pictures: PictureSource;
  /** Undefined in a saved trace. */
  readonly judge: ExemplarJudge | undefined;
}

function Buttons({ id, title, judge }: { readonly id: string; readonly title: string; readonly judge: ExemplarJudge }) {
  const pinned = judge.pinned.has(id);
  const banned = judge.banned.has(id);
  return (
    <div class="exemplar-actions">
      <button type="button" class="link" aria-pressed={pinned} aria-label={translate("Pin {0}", title)} title={translate("Always in the list, in the next solves of this panel")} disabled={judge.locked} onClick={() => judge.judge(id, pinned ? "free" : "pin")}><Icon name="pin" />{pinned ? translate("Pinned") : translate("Pin")}</button>
      <button type="button" class="link" aria-pressed={banned} aria-label={translate("Ban {0}", title)} title={translate("Never in the list, in the next solves of this panel")} disabled={judge.locked} onClick={() => judge.judge(id, banned ? "free" : "ban")}><Icon name="ban" />{banned ? translate("Banned") : translate("Ban")}</button>
    </div>
  );
}

/** Characters of a question in the names of its picture and buttons. */
const longestTitle = 200;
const titleOf = (text: string): string => `${plainText(text.slice(0, longestTitle))}${text.length > longestTitle ? "…" : ""}`;

/** One exemplar: what it shows the model, and why it was chosen. */
export function ExemplarCard({ candidate, pictures, judge }: Props) {
  const { id, image, question, choices, answer, context, passRate, subject, source } = candidate;
  const title = titleOf(question === "" ? answer : question);
  const rows = similarityRows(candidate);
  return (
    <li class={judge?.banned.has(id) ? "exemplar banned" : "exemplar"}>
      <Thumbnail image={image} title={title} pictures={pictures} />
      <div class="exemplar-text">
        <div class="exemplar-question"><ModelText text={question === "" ? translate("Question in the figure") : question} /></div>
        {choices.length > 0 && <div class="exemplar-choices note">{choices.map((choice, index) => <span key={index}>({letterOf(index)}) <ModelText text={choice} inline /></span>)}</div>}
        <div class="exemplar-answer"><span class="note">{translate("Answer")}</span> <ModelText text={answerText(answer, choices)} inline /></div>
        {(subject !== "" || source !== "") && <div class="note">{[subject, source].filter((part) => part !== "").join(" · ")}</div>}
        {context === null ? <p class="note">{translate("No reasoning context yet.")}</p> : <details class="exemplar-more"><summary>{translate("Reasoning context")}</summary><div class="exemplar-context"><ModelText text={context} /></div></details>}
        {judge !== undefined && <Buttons id={id} title={title} judge={judge} />}
      </div>
      <dl class="exemplar-facts">
        <div><dt title={translate("How often the context led back to the answer")}>{translate("Pass rate")}</dt><dd>{passRate === null ? <span class="note">{translate("not verified")}</span> : <Meter value={passRate} />}</dd></div>
        <div><dt title={translate("Place after retrieval and place in the final list")}>{translate("Rank")}</dt><dd>{candidate.pinned ? translate("{0}, pinned", rankChange(candidate)) : rankChange(candidate)}</dd></div>
        <div class="similarity">
          <dt>{translate("Similarity")}</dt>
          {rows.length === 0 ? <dd class="note">{translate("not compared")}</dd> : rows.map(({ title: list, rank, score }) => <dd key={list}><span>{list}</span> <span class="numbers">{translate("{0}, rank {1}", score, rank)}</span></dd>)}
        </div>
      </dl>
    </li>
  );
}
