import { describe, expect, test } from "vitest";
import { FigtreeError, type Message, type VisionModel } from "../../../src/core/ports";
import { buildMessages, correctnessText, dropExemplar, dropOldestStep, stepText, usefulnessText } from "../../../src/core/prompts";
import { settingsOf, solve } from "../../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../../src/core/trace";
import { createFakeModel, createWorld, lastText } from "../../fixtures/fake-world";
import { manualClock, runSolve, testImage } from "../../fixtures/run-solve";

const steps = [1, 2, 3].map((number) => ({ subQuestion: `Question ${number}?`, answer: `Answer.\nMore of ${number}.` }));
const turn = (role: Message["role"], text: string): Message => ({ role, parts: [{ type: "text", text }] });
const exemplars = [turn("user", "first"), turn("assistant", "reply 1"), turn("user", "second"), turn("assistant", "reply 2")];

describe("shortening", () => {
  test("takes the oldest exemplar with its reply, then the next, then none", () => {
    const full = buildMessages(testImage, "Question: x", exemplars);
    const once = dropExemplar(full)!;
    expect(once).toEqual(buildMessages(testImage, "Question: x", exemplars.slice(2)));
    expect(dropExemplar(once)).toEqual(buildMessages(testImage, "Question: x"));
    expect(dropExemplar(buildMessages(testImage, "Question: x"))).toBeNull();
  });

  test("takes the oldest step, keeps the numbers and what is begun or judged", () => {
    const shortened = (text: string): string | null => {
      const messages = dropOldestStep(buildMessages(testImage, text));
      return messages === null ? null : lastText(messages);
    };
    const begun = shortened(stepText("x", ["p"], steps, true));
    expect(begun).toBe(stepText("x", ["p"], steps, true).replace("\nSub-question 1: Question 1?\nAnswer 1: Answer.\nMore of 1.", ""));
    expect(shortened(usefulnessText("x", [], steps.slice(0, 1), "Useful?"))).toBe("Question: x\nSub-question 2: Useful?\nAre the sub-questions useful for answering the question? Answer Yes or No.");
    expect(shortened(correctnessText("x", [], steps.slice(0, 1)))).toBeNull();
    expect(shortened(stepText("x", [], [], false))).toBeNull();
    expect(shortened("Question: x\nAnswer the question directly.")).toBeNull();
  });
});

/** A fake model that holds so many finished steps and exemplar turns. */
function narrow(mostSteps: number, mostTurns: number): { model: VisionModel; refused: () => number } {
  const fake = createFakeModel(createWorld(3, 4));
  let refused = 0;
  const check = (messages: readonly Message[]): void => {
    if ((lastText(messages).match(/\nAnswer \d+: /g) ?? []).length <= mostSteps && messages.length - 2 <= mostTurns) return;
    refused += 1;
    throw new FigtreeError("endpoint.contextOverflow", { place: "test" });
  };
  return {
    refused: () => refused,
    model: { ...fake, generate: async (request) => (check(request.messages), fake.generate(request)), probabilityOfYes: async (request) => (check(request.messages), fake.probabilityOfYes(request)) },
  };
}

const settings = settingsOf("quick", { iterations: 2, width: 2, depth: 4 });

test("a solve goes on with the newest steps, and says so", async () => {
  const { snapshot } = await runSolve({ model: narrow(2, 0).model, settings });
  expect(snapshot.outcome?.error).toBeNull();
  expect(snapshot.warnings.find(({ code }) => code === "contextShortened")!.count).toBeGreaterThan(0);
});

test("exemplars that are too many are refused once, then left out at once", async () => {
  const { model, refused } = narrow(9, 2);
  let snapshot: TraceSnapshot | undefined;
  for await (const event of solve({ id: "x", problem: { question: "Q", choices: [], image: testImage }, method: "cot", settings, model, clock: manualClock(), signal: new AbortController().signal, exemplars })) snapshot = reduceTrace(snapshot, event);
  expect(snapshot?.outcome?.error).toBeNull();
  expect(refused()).toBe(1);
  expect(snapshot?.warnings).toEqual([{ code: "contextShortened", count: 4, detail: "1 of 2 exemplars left out" }]);
});

test("what cannot be shortened any more fails with the reason", async () => {
  const { snapshot } = await runSolve({ model: narrow(-1, 0).model, settings });
  expect(snapshot.outcome).toMatchObject({ reason: "failed", error: { code: "endpoint.contextOverflow" } });
});

test.each([["unsure", "visionUnsure"], ["untold", "visionUntold"]] as const)("a model whose sight is %s is warned about", async (vision, code) => {
  const fake = createFakeModel(createWorld(3, 4));
  const { snapshot } = await runSolve({ model: { ...fake, info: { ...fake.info, vision } }, settings });
  expect(snapshot.warnings).toEqual([{ code, count: 1, detail: "" }]);
  expect(snapshot.model.vision).toBe(vision);
});
