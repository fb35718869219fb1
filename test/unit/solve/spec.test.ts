import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { planRows } from "../../../src/bench/run/rows";
import { formatSpec, parseSpec, splitSpecs, type MethodSpec } from "../../../src/core/solve";

const specs = (list: string): MethodSpec[] => splitSpecs(list).map(parseSpec);

describe("lists of methods", () => {
  test("commas inside brackets and between the numbers of a scale split nothing", () => {
    expect(splitSpecs("qa, vrest[iterations=4,checkArithmetic],vrest:vote@1,2, 4,rcts[alpha=0,exemplars=2]+cot,cot-vote@n=1,2")).toEqual(["qa", "vrest[iterations=4,checkArithmetic]", "vrest:vote@1,2,4", "rcts[alpha=0,exemplars=2]+cot", "cot-vote@n=1,2"]);
  });

  test.each(["qa,,cot", "qa,", "vrest[noR1", "vrest]noR1[", "vrest[[noR1]]"])("%s is refused", (list) => {
    expect(() => splitSpecs(list)).toThrow(expect.objectContaining({ code: "input.invalid" }));
  });
});

describe("a method spec", () => {
  test("says method, selection, settings, scale and exemplars", () => {
    expect(parseSpec("rcts[contexts=false,alpha=0]+vrest:weighted[gamma=8,noR1]@w=2,4,2")).toEqual({
      exemplars: { mode: "rcts", overrides: { alpha: 0, contexts: false } }, method: "vrest", select: "weighted", overrides: { noR1: true, gamma: 8 }, scale: { by: "w", values: [2, 4] },
    });
  });

  test("knows the registry's names, any case, and brackets before the selection", () => {
    expect(["cotVote", "Best-of-N", "ToT", "CANTOR"].map((text) => parseSpec(text).method)).toEqual(["cotVote", "bestOfN", "tot", "cantor"]);
    expect(formatSpec(parseSpec("vrest[noR1]:vote"))).toBe("vrest:vote[noR1]");
  });

  test.each([
    ["nothing", "no such method"], ["vrest:most", "selection must be"], ["qa:vote", "Only vrest"], ["qa[noR1]", "does nothing here"], ["vrest[iterations]", "needs a number"], ["vrest[noR1=3]", "on or off"], ["vrest[iterations=0]", "from 1"],
    ["vrest[noR1,noR2]", "nothing to go by"], ["vrest[noR1,noR1]", "twice"], ["vrest[iterations=3]@4", "twice"], ["qa@3", "nothing to scale"], ["vrest@0", "whole numbers"], ["cot-vote@K=3", "can scale n"], ["vrest[earlyStop]@3", "stops early"],
    ["few+cot", "Before +"], ["none[alpha=1]+cot", "does nothing"], ["rag[alpha=x]+cot", "needs a number"], ["vrest[seed=3]", "does nothing here"], ["vrest[maxCalls=3]", "does nothing here"], ["qa[toString]", "toString does nothing here"], ["rcts[constructor=1]+qa", "constructor does nothing here"], ["vrest:vote@2000", "up to 1000"], ["tot@64", "up to 32"], ["vrest[unvisited=zero]", "must be one of"], ["rcts+", "should look like"],
  ])("%s is refused with the reason", (text, reason) => {
    expect(() => parseSpec(text)).toThrow(expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ message: expect.stringContaining(reason) as string }) as object }));
  });

  test("is written in one way that reads as the same", () => {
    const subset = <Value>(values: Readonly<Record<string, fc.Arbitrary<Value>>>) => fc.record(values, { requiredKeys: [] });
    const exemplars = fc.option(fc.record({ mode: fc.constantFrom("rcts", "rag", "random"), overrides: subset<unknown>({ exemplars: fc.integer({ min: 1, max: 16 }), contexts: fc.boolean(), alpha: fc.double({ min: 0.01, max: 100, noNaN: true }) }) }));
    const spec = fc.record({
      exemplars, select: fc.constantFrom(null, "greedy", "best", "vote", "weighted"), scale: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 32 }), { minLength: 1, maxLength: 5 })),
      overrides: subset<unknown>({ depth: fc.integer({ min: 1, max: 32 }), checkArithmetic: fc.boolean(), rewardKind: fc.constantFrom("yes", "ratio"), gamma: fc.double({ min: 0, max: 64, noNaN: true }) }),
    });
    fc.assert(
      fc.property(fc.array(spec, { minLength: 1, maxLength: 4 }), (drawn) => {
        const texts = drawn.map(({ scale, ...rest }) => formatSpec({ ...rest, method: "vrest", scale: scale === null ? null : { by: "K", values: scale } } as MethodSpec));
        const again = specs(texts.join(","));
        expect(again.map(({ select, scale, overrides, exemplars: chosen }) => ({ select, scale: scale?.values ?? null, overrides, exemplars: chosen }))).toEqual(drawn);
        // Settings may have been in another order; from here on there is one.
        expect(specs(again.map(formatSpec).join(",")).map(formatSpec)).toEqual(again.map(formatSpec));
      }),
    );
  });
});

describe("rows and solves", () => {
  test("rows that differ in selection or K share one search of the largest K; settings make another one", () => {
    const { rows, jobs } = planRows(specs("vrest:greedy,vrest,vrest:vote@1,4,12,vrest:weighted[gamma=2],vrest:vote[noR1],vrest:vote"), "paper", 7);
    expect(rows.map(({ id }) => id)).toEqual(["vrest:greedy", "vrest:vote", "vrest:vote@1", "vrest:vote@4", "vrest:vote@12", "vrest:weighted[gamma=2]", "vrest:vote[noR1]"]);
    expect(jobs.map(({ id, settings, rows: members }) => [id, settings.iterations, members.length])).toEqual([["vrest@12", 12, 6], ["vrest[noR1]@10", 10, 1]]);
    expect(jobs.every(({ settings }) => !settings.earlyStop && settings.seed === 7)).toBe(true);
  });

  test("an early stop belongs to one selection, and its search is shared with none", () => {
    expect(planRows(specs("vrest:vote[earlyStop],vrest:best[earlyStop],vrest:vote"), "balanced", 0).jobs).toHaveLength(3);
  });

  test("whoever asks for more replies at once comes first", () => {
    const { jobs } = planRows(specs("cot,vrest,cot-vote@1,10,4"), "paper", 0);
    expect(jobs.map(({ id }) => id)).toEqual(["cot-vote[samples=10]", "vrest@10", "cot-vote[samples=4]", "cot", "cot-vote[samples=1]"]);
  });
});
