import { describe, expect, test } from "vitest";
import { buildContexts, chooseContext, contextDefaults, editContext, rejectContext } from "../../../src/core/exemplars";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";
import { manualClock } from "../../fixtures/run-solve";
import { createTeacher } from "../../fixtures/teacher";

const text = (mark: string): string => `Sub-question 1: What is read?\nAnswer 1: ${mark}.\nSub-question 2: Now we can answer the question: How much?\nAnswer 2: So it is. The answer is 10.`;

async function reviewed(): Promise<{ store: ReturnType<typeof createMemoryStore>; id: string }> {
  const store = createMemoryStore();
  const candidates = [{ text: text("first"), passRate: 0.8 }, { text: text("second"), passRate: 0.2 }];
  const id = await store.put(fakeExemplar({ question: "How much?", answer: "10", candidates, context: text("first"), passRate: 0.8 }), fakePicture("a"));
  return { store, id };
}

describe("the review list", () => {
  test("another candidate is chosen with its rate", async () => {
    const { store, id } = await reviewed();
    await chooseContext(store, id, 1);
    expect((await store.get([id]))[0]).toMatchObject({ context: text("second"), passRate: 0.2 });
    await expect(chooseContext(store, id, 2)).rejects.toMatchObject({ code: "input.invalid" });
    await expect(chooseContext(store, "other", 0)).rejects.toMatchObject({ code: "input.invalid" });
  });

  test("a rejected context is out of use, and is not made again", async () => {
    const { store, id } = await reviewed();
    await rejectContext(store, id);
    expect((await store.get([id]))[0]).toMatchObject({ context: null, passRate: null, candidates: [{ passRate: 0.8 }, { passRate: 0.2 }] });
    const model = createTeacher({ explain: () => [], solve: () => [] });
    for await (const event of buildContexts({ store, model, settings: contextDefaults, clock: manualClock(), signal: new AbortController().signal })) if (event.type === "started") expect(event).toMatchObject({ total: 0, finished: 1 });
  });

  test("a person's text is put into the form, has no rate, and is then verified alone and kept", async () => {
    const { store, id } = await reviewed();
    const given = "**Sub-question 1:** What is read?\n**Answer 1:** mine.\n\n**Sub-question 2:** Now we can answer the question: How much?\n**Answer 2:** So it is. **The answer is \\boxed{10}.**";
    expect(await editContext(store, id, given)).toBe(text("mine"));
    expect((await store.get([id]))[0]).toMatchObject({ context: text("mine"), passRate: null, candidates: [{}, {}, { text: text("mine"), passRate: null }] });
    const model = createTeacher({ explain: () => [], solve: () => [" How much?\nAnswer 2: The answer is 10.", " How much?\nAnswer 2: The answer is 11."] });
    for await (const event of buildContexts({ store, model, settings: { ...contextDefaults, verifications: 2 }, clock: manualClock(), signal: new AbortController().signal })) void event;
    expect(model.calls.map(({ kind }) => kind)).toEqual(["verify"]);
    expect((await store.get([id]))[0]).toMatchObject({ context: text("mine"), passRate: 0.5, candidates: [{ passRate: 0.8 }, { passRate: 0.2 }, { text: text("mine"), passRate: 0.5 }] });
  });

  test.each([
    ["no steps", "It is so.", /needs steps/],
    ["no end", "Sub-question 1: What is read?\nAnswer 1: mine.", /must begin/],
    ["another answer", text("mine").replace("10", "12"), /another answer \(12\)/],
  ])("a text with %s is refused with its reason", async (_, given, reason) => {
    const { store, id } = await reviewed();
    await expect(editContext(store, id, given)).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringMatching(reason) as string } });
    expect((await store.get([id]))[0]).toMatchObject({ context: text("first") });
  });
});
