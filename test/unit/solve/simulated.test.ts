import { expect, test } from "vitest";
import { settingsOf, type MethodName } from "../../../src/core/solve";
import { runSolve } from "../../fixtures/run-solve";
import { createSimulatedModel, rightAnswer, type SimulatedSettings } from "../../fixtures/simulated-model";

/*
 * The argument that the search uses its reward: on a model whose steps succeed with a known probability and whose
 * reward is a noisy sign of success, the methods come out in the order of the paper; with the
 * sign taken out of the reward and the noise left in, what the search had gained is gone.
 *
 * All methods solve the same problems, so their differences are paired: the standard error of a mean difference d over
 * N problems is sqrt((share of problems where they disagree - d²) / N), here about 0.04 with N = 160. "Over" below is
 * more by at least three standard errors, "as much as" is closer than three.
 */
const problems = 160;
const abilities = { steps: 5, stepSuccess: 0.65, rewardNoise: 0.3, wrongAnswers: 50 };

interface Solved {
  /** By the method's own choice. */
  readonly answer: readonly boolean[];
  /** By the trace with the largest reward: what `select: "best"` chooses from the same tree. */
  readonly best: readonly boolean[];
}

async function solved(method: MethodName, extra: Pick<SimulatedSettings, "rewardSignal"> & Partial<SimulatedSettings>, count = problems): Promise<Solved> {
  const answer: boolean[] = [];
  const best: boolean[] = [];
  for (let problem = 0; problem < count; problem += 1) {
    const { snapshot } = await runSolve({ model: createSimulatedModel({ ...abilities, ...extra, problem }), method, settings: settingsOf("paper", { seed: problem }, method) });
    answer.push(snapshot.best?.answer === rightAnswer);
    best.push(snapshot.traces[0]?.answer === rightAnswer);
  }
  return { answer, best };
}

const share = (results: readonly boolean[]): number => results.filter(Boolean).length / results.length;

/** Mean paired difference in its standard errors. */
function errorsApart(a: readonly boolean[], b: readonly boolean[]): number {
  const difference = share(a) - share(b);
  const disagreeing = a.filter((result, index) => result !== b[index]).length / a.length;
  return disagreeing === 0 ? 0 : difference / Math.sqrt((disagreeing - difference ** 2) / a.length);
}

test("the order of the paper, and its end when the reward is noise", async () => {
  const rewarded = { rewardSignal: 0.25 };
  const [cot, cotVote, tot] = [(await solved("cot", rewarded)).answer, (await solved("cotVote", rewarded)).answer, (await solved("tot", rewarded)).answer];
  const { answer: vote, best } = await solved("vrest", rewarded);
  // One chain is right with p^T = 0.116.
  expect(Math.abs(share(cot) - 0.65 ** 5)).toBeLessThan(3 * Math.sqrt((0.116 * 0.884) / problems));
  expect(errorsApart(vote, best), "VReST-Vote over VReST").toBeGreaterThan(3);
  expect(errorsApart(best, tot), "VReST over ToT").toBeGreaterThan(3);
  expect(errorsApart(best, cotVote), "VReST over CoT-Vote").toBeGreaterThan(3);
  expect(errorsApart(tot, cot), "ToT over CoT").toBeGreaterThan(3);
  expect(errorsApart(cotVote, cot), "CoT-Vote over CoT").toBeGreaterThan(3);

  const noise = { rewardSignal: 0 };
  const noisyTot = (await solved("tot", noise)).answer;
  const { answer: noisyVote, best: noisyBest } = await solved("vrest", noise);
  expect(Math.abs(errorsApart(noisyTot, cot)), "ToT as much as CoT").toBeLessThan(3);
  expect(Math.abs(errorsApart(noisyBest, cot)), "VReST as much as CoT").toBeLessThan(3);
  expect(errorsApart(noisyVote, cotVote), "VReST-Vote not over CoT-Vote").toBeLessThan(3);
  expect(errorsApart(vote, noisyVote), "what the sign is worth to VReST-Vote").toBeGreaterThan(3);
});

test("wrong answers that agree outvote right ones; only the reward finds these", async () => {
  const agreeing = { rewardSignal: 0.3, wrongAnswers: 1 };
  const [heads, rewards] = [(await solved("cotVote", agreeing)).answer, (await solved("bestOfN", agreeing)).answer];
  // At least five of ten chains right, each with 0.116: 0.004.
  expect(share(heads)).toBeLessThan(0.03);
  expect(errorsApart(rewards, heads)).toBeGreaterThan(3);
});
