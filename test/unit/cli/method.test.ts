import { describe, expect, test } from "vitest";
import { retrievalOptionsOf } from "../../../src/cli/library/solving";
import { parseSolveOptions, type SolveOptions } from "../../../src/cli/options";

const parsed = (method: string, options: SolveOptions = {}) => parseSolveOptions({ ...options, method });
const refusal = (message: string): unknown => expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ field: "--method", message: expect.stringContaining(message) as string }) as object });

describe("the method of one solve", () => {
  test("may say its selection, its settings and its exemplars, as in benchmarks", () => {
    const { method, settings, exemplars } = parsed("rcts[contexts=false]+vrest:best[noR1,iterations=4]", { preset: "quick" });
    expect([method, settings.select, settings.noR1, settings.iterations, settings.width]).toEqual(["vrest", "best", true, 4, 3]);
    expect(retrievalOptionsOf({ contexts: true, alpha: "0.5" }, 7, exemplars)).toMatchObject({ mode: "rcts", contexts: false, alpha: 0.5, seed: 7 });
    expect(retrievalOptionsOf({ contexts: false }, 7, parsed("rag+cot").exemplars)).toMatchObject({ mode: "rag", contexts: false });
  });

  test("is known by every name that it has", () => {
    expect(["cotVote", "cot-vote", "VReST", "Best-of-N"].map((name) => parsed(name).method)).toEqual(["cotVote", "cotVote", "vrest", "bestOfN"]);
  });

  test("takes options beside it, but no setting twice, and has no curve", () => {
    expect(parsed("vrest:vote", { width: "7" }).settings).toMatchObject({ select: "vote", width: 7 });
    expect(() => parsed("vrest:best", { select: "vote" })).toThrow(refusal("select is given twice"));
    expect(() => parsed("vrest[noR1]", { withoutR1: true })).toThrow(refusal("noR1 is given twice"));
    expect(() => retrievalOptionsOf({ contexts: false }, 0, parsed("rcts[contexts=false]+qa").exemplars)).toThrow(refusal("contexts is given twice"));
    expect(() => parsed("vrest@1,2")).toThrow(refusal("leave out @"));
    expect(() => parsed("vrest:most")).toThrow(refusal("selection must be"));
  });
});
