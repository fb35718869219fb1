/**
 * How fast the tree re-ranking of exemplars plays its rollouts, how long it holds the thread, and how near it comes to
 * the best list. Usage: node scripts/benchmark/run.mjs rerank [--candidates N] [--exemplars K] [--rollouts R] [--runs M]
 */
import { parseArgs } from "node:util";
import { createPacer } from "../../src/core/exemplars/pace";
import { rerank, type RerankRequest } from "../../src/core/exemplars/rerank/rerank";
import { listReward } from "../../src/core/exemplars/rerank/reward";
import { similarityMatrix } from "../../src/core/exemplars/rerank/similarity";
import { seededRandom } from "../../src/core/search";

const { values } = parseArgs({ options: { candidates: { type: "string", default: "20" }, exemplars: { type: "string", default: "3" }, rollouts: { type: "string", default: "500" }, runs: { type: "string", default: "60" } } });
const [candidates, exemplars, rollouts, runs] = [values.candidates, values.exemplars, values.rollouts, values.runs].map(Number) as [number, number, number, number];

/** Exemplars with rates of five verifications and vectors of two channels with 384 dimensions. */
function itemsOf(count: number, seed: number) {
  const random = seededRandom(seed);
  const vector = (): Float32Array => {
    const raw = Float32Array.from({ length: 384 }, () => random() - 0.25);
    const length = Math.hypot(...raw);
    return raw.map((value) => value / length);
  };
  return Array.from({ length: count }, () => ({ question: "", vectors: { text: vector(), image: vector(), joint: null }, rate: Math.ceil(random() * 5) / 5 }));
}

const stretches: number[] = [];
let since = 0;
/** Milliseconds of processor time: what other processes take away in between does not count. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const endStretch = (): void => void stretches.push(used() - since);
/** Time goes on while others run, and does not count for us. */
function timedPacer() {
  const pacer = createPacer(new AbortController().signal, { after: (_, action) => (setImmediate(action), () => undefined) });
  return {
    spend: pacer.spend,
    async pause() {
      endStretch();
      await pacer.pause();
      since = used();
    },
  };
}

async function requestOf(count: number, seed: number): Promise<RerankRequest> {
  const items = itemsOf(count, seed);
  since = used();
  const similarities = await similarityMatrix(items, timedPacer());
  endStretch();
  return { pool: { rates: items.map(({ rate }) => rate), similarities }, fixed: 0, scores: items.map((_, index) => 2 / (61 + index)), length: exemplars, rollouts, exploration: 0.5, alpha: 0.6, beta: 0.4, seed };
}

/** The largest reward of all ordered lists. */
function exhaustive(request: RerankRequest, list: readonly number[] = []): number {
  if (list.length === request.length) return listReward(list, request.pool, request).total;
  return Math.max(...request.scores.map((_, place) => place).filter((place) => !list.includes(place)).map((place) => exhaustive(request, [...list, place])));
}

async function main(): Promise<void> {
  const speeds: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const request = await requestOf(candidates, run);
    const begun = performance.now();
    since = used();
    const result = await rerank(request, timedPacer());
    endStretch();
    speeds.push(result.rollouts / ((performance.now() - begun) / 1000));
  }
  speeds.sort((a, b) => a - b);
  const at = (share: number): string => Math.round(speeds[Math.floor(share * (speeds.length - 1))]!).toLocaleString("en");
  console.log(`N = ${candidates}, K = ${exemplars}, ${rollouts} rollouts, ${runs} runs`);
  console.log(`rollouts per second: median ${at(0.5)}, slowest ${at(0)}, fastest ${at(1)}`);
  stretches.sort((a, b) => a - b);
  console.log(`stretches without a pause, in processor time: ${stretches.length}, 99 % below ${stretches[Math.floor(0.99 * (stretches.length - 1))]!.toFixed(1)} ms, longest ${stretches.at(-1)!.toFixed(1)} ms`);
  for (const count of [8, 12, 20]) {
    const cases = count > 12 ? 60 : 200;
    let near = 0;
    let share = 0;
    for (let seed = 0; seed < cases; seed += 1) {
      const request = { ...(await requestOf(count, 1000 + seed)), rollouts: 500, length: 3 };
      const found = (await rerank(request, timedPacer())).reward.total / exhaustive(request);
      share += found / cases;
      if (found >= 0.99) near += 1;
    }
    console.log(`against all lists, N = ${count}, K = 3, 500 rollouts: within 1 % of the best in ${near} of ${cases}, mean share of the best ${share.toFixed(4)}`);
  }
}

void main();
