import { describe, expect, test } from "vitest";
import { describeDelivery, describeSelection, parseViewMessage } from "../../../src/protocol";
import { exemplarsNote, isShort, rankChange, rewardText, similarityRows, splitCandidates } from "../../../webview/models/exemplars";
import { emptyView, reduceView, shownImages } from "../../../webview/models/panelState";
import { exemplarSelection } from "../../fixtures/exemplar-selection";
import { panels } from "../../fixtures/panels";

const ids = (list: readonly { readonly id: string }[]): string[] => list.map(({ id }) => id);

describe("exemplars of a solve", () => {
  test("are shown in the order of use, the others by their rank, whatever the order they come in", () => {
    const { chosen, others } = splitCandidates({ ...exemplarSelection, candidates: [...exemplarSelection.candidates].reverse() });
    expect([ids(chosen), ids(others)]).toEqual([["bars-a-c", "triangle", "grid"], ["bars-b", "bars-max"]]);
  });

  test("say how they moved, and in which lists they stand", () => {
    const [bars, triangle, grid, left] = exemplarSelection.candidates;
    expect([bars!, triangle!, grid!, left!].map(rankChange)).toEqual(["1 → 1", "9 → 2", "not retrieved → 3", "2 → not chosen"]);
    expect(similarityRows(bars!)).toEqual([
      { title: "question", rank: 1, score: "0.96" }, { title: "words (BM25)", rank: 1, score: "11.42" }, { title: "picture", rank: 4, score: "0.91" }, { title: "question to picture", rank: 2, score: "0.31" },
    ]);
    expect(similarityRows(grid!)).toEqual([]);
  });

  test("show the reward as a sum, where there is one", () => {
    expect(rewardText(exemplarSelection)).toBe("Reward 0.71 = 0.6 × 0.90 pass rate + 0.4 × 0.43 difference.");
    expect(rewardText({ ...exemplarSelection, settings: {} })).toBe("Reward 0.71 = 0.90 pass rate + 0.43 difference.");
    expect(rewardText({ ...exemplarSelection, reward: null })).toBeUndefined();
  });

  test("begin folded when they are many", () => {
    expect([isShort(exemplarSelection), exemplarsNote(exemplarSelection)]).toEqual([true, "3 of 5, RCTS"]);
    expect(isShort({ ...exemplarSelection, candidates: exemplarSelection.candidates.map((candidate, index) => ({ ...candidate, rankAfter: index + 1 })) })).toBe(false);
  });

  test("are told in one sentence, none included", () => {
    expect(describeSelection(exemplarSelection)).toBe("5 retrieved by question, words (BM25), picture, question to picture; 3 chosen by tree search over 500 rollouts. 1 banned.");
    expect(describeSelection({ ...exemplarSelection, mode: "rag", banned: [] })).toBe("5 retrieved by question, words (BM25), picture, question to picture; the first 3 were used.");
    expect(describeSelection({ ...exemplarSelection, mode: "random", banned: [] })).toBe("3 of 5 drawn at random.");
    expect(describeSelection({ ...exemplarSelection, mode: "none" })).toBe("No exemplars were asked for.");
    expect(describeSelection({ ...exemplarSelection, candidates: [], banned: [] })).toBe("The library held no exemplar that may be used here.");
    expect(describeDelivery("dropped", 2)).toBe("They were sent in vain: this model does not read earlier turns.");
    expect(describeDelivery("text", 1)).toBe("It preceded the problem as text, without its picture.");
    expect(describeDelivery("pictures", 0)).toBe("");
  });
});

test("pictures of exemplars live with the state that names them, and a missing one is remembered", () => {
  expect(shownImages(panels.exemplars)).toEqual(["b", "1", "2", "3", "4"].map((digit) => digit.repeat(64)));
  const view = reduceView(reduceView(emptyView, { type: "state", state: panels.exemplars }), { type: "noImage", sha256: "2".repeat(64) });
  expect([...view.missing]).toEqual(["2".repeat(64)]);
  expect(reduceView(view, { type: "noImage", sha256: "2".repeat(64) })).toBe(view);
});

test.each([
  [{ type: "needImage", sha256: "a".repeat(64) }, true],
  [{ type: "needImage", sha256: "../a" }, false],
  [{ type: "useExemplars", on: true, count: 16 }, true],
  [{ type: "useExemplars", on: true, count: 17 }, false],
  [{ type: "useExemplars", on: true, count: 0 }, false],
  [{ type: "useExemplars", on: "yes", count: 3 }, false],
  [{ type: "judgeExemplar", id: "x", verdict: "ban" }, true],
  [{ type: "judgeExemplar", id: "x", verdict: "burn" }, false],
  [{ type: "judgeExemplar", id: 3, verdict: "pin" }, false],
  [{ type: "addToLibrary" }, true],
])("a message of the view is taken or dropped: %j", (message, taken) => {
  expect(parseViewMessage({ ...message, more: 1 })).toEqual(taken ? message : undefined);
});
