import type { ExemplarSelection } from "../../src/core/trace";
import { describeDelivery, describeSelection, sentences } from "../../src/protocol";
import type { PictureSource } from "../hooks/usePictures";
import { translate } from "../l10n";
import { rewardText, splitCandidates } from "../models/exemplars";
import { exemplars } from "../models/format";
import { ExemplarCard, type ExemplarJudge } from "./ExemplarCard";
import { Foldable } from "./Foldable";

interface Props {
  readonly selection: ExemplarSelection;
  readonly pictures: PictureSource;
  readonly judge: ExemplarJudge | undefined;
  /** Solves again with what was pinned and banned; undefined in a saved trace. */
  readonly solveAgain: (() => void) | undefined;
}

/** Which exemplars preceded the problem, and why these. */
export function Exemplars({ selection, pictures, judge, solveAgain }: Props) {
  const { chosen, others } = splitCandidates(selection);
  const reward = rewardText(selection);
  const delivery = describeDelivery(selection.delivery, chosen.length, translate);
  const changed = judge !== undefined && judge.pinned.size + judge.banned.size > 0;
  return (
    <>
      <p class="exemplar-summary">{sentences(describeSelection(selection, translate), delivery)}</p>
      {reward !== undefined && <p class="note">{reward}</p>}
      {chosen.length > 0 && <ol class="exemplars" aria-label={translate("Chosen exemplars")}>{chosen.map((candidate) => <ExemplarCard key={candidate.id} candidate={candidate} pictures={pictures} judge={judge} />)}</ol>}
      {others.length > 0 && (
        <Foldable name="otherExemplars" title={translate("Not chosen")} note={exemplars(others.length)} otherwise={false}>
          {() => <ol class="exemplars" aria-label={translate("Exemplars that were not chosen")}>{others.map((candidate) => <ExemplarCard key={candidate.id} candidate={candidate} pictures={pictures} judge={judge} />)}</ol>}
        </Foldable>
      )}
      {solveAgain !== undefined && selection.candidates.length > 0 && (
        <div class="exemplar-again">
          <button type="button" class="secondary" disabled={judge?.locked} onClick={solveAgain}>{translate("Solve Again")}</button>
          {changed && <span class="note">{translate("With {0} pinned and {1} banned.", judge.pinned.size, judge.banned.size)}</span>}
        </div>
      )}
    </>
  );
}
