import type { ExemplarSelection } from "../../src/core/trace";
import { describeDelivery, describeSelection } from "../../src/protocol";
import type { PictureSource } from "../hooks/usePictures";
import { rewardText, splitCandidates } from "../models/exemplars";
import { counted } from "../models/format";
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
  const delivery = describeDelivery(selection.delivery, chosen.length);
  const changed = judge !== undefined && judge.pinned.size + judge.banned.size > 0;
  return (
    <>
      <p class="exemplar-summary">{describeSelection(selection)} {delivery}</p>
      {reward !== undefined && <p class="note">{reward}</p>}
      {chosen.length > 0 && <ol class="exemplars" aria-label="Chosen exemplars">{chosen.map((candidate) => <ExemplarCard key={candidate.id} candidate={candidate} pictures={pictures} judge={judge} />)}</ol>}
      {others.length > 0 && (
        <Foldable name="otherExemplars" title="Not chosen" note={counted(others.length, "exemplar")} otherwise={false}>
          {() => <ol class="exemplars" aria-label="Exemplars that were not chosen">{others.map((candidate) => <ExemplarCard key={candidate.id} candidate={candidate} pictures={pictures} judge={judge} />)}</ol>}
        </Foldable>
      )}
      {solveAgain !== undefined && selection.candidates.length > 0 && (
        <div class="exemplar-again">
          <button type="button" class="secondary" disabled={judge?.locked} onClick={solveAgain}>Solve Again</button>
          {changed && <span class="note">With {judge.pinned.size} pinned and {judge.banned.size} banned.</span>}
        </div>
      )}
    </>
  );
}
