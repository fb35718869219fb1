import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { groupExemplars, rateText, stateOf } from "../../../src/host/library/model";
import { libraryPlace } from "../../../src/host/library/place";
import { readLibrarySettings } from "../../../src/host/settings/read-library";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";
import { settingDefaults } from "./setting-defaults";

async function exemplarsOf(...subjects: readonly string[]) {
  const store = createMemoryStore();
  for (const [index, subject] of subjects.entries()) await store.put(fakeExemplar({ question: `question ${index}`, subject }), fakePicture(String(index)));
  return (await store.list()).exemplars;
}

describe("the library in the side bar", () => {
  it.each([
    [{ context: "x", passRate: 0.8 }, "verified"],
    [{ context: "x", passRate: null }, "unverified"],
    [{ context: null, passRate: null }, "bare"],
    [{ context: "x", passRate: 0 }, "flagged"],
    [{ context: null, passRate: 0 }, "flagged"],
  ])("tells the state of %j", (exemplar, state) => {
    expect(stateOf(exemplar)).toBe(state);
  });

  it("never rounds a rate to all or nothing", () => {
    expect([1, 0.999, 0.804, 0.5, 0.001, 0].map(rateText)).toEqual(["100 %", "99 %", "80 %", "50 %", "1 %", "0 %"]);
  });

  it("is a flat list while it is short or of one subject, then a tree by subject with the rest last", async () => {
    expect(groupExemplars(await exemplarsOf("b", "a", ""))).toBeNull();
    expect(groupExemplars(await exemplarsOf(...Array.from({ length: 20 }, () => "charts")))).toBeNull();
    const groups = groupExemplars(await exemplarsOf(...Array.from({ length: 5 }, () => ["", "geometry", "charts"]).flat()));
    expect(groups?.map(({ subject, exemplars }) => [subject, exemplars.length])).toEqual([["charts", 5], ["geometry", 5], ["", 5]]);
  });
});

describe("where a library is", () => {
  it.each([
    ["", { place: "/own", origin: null, keyed: false }],
    ["/some/folder", { place: "/some/folder", origin: null, keyed: false }],
    ["s3://bucket/folder", { place: "s3://bucket/folder", origin: "s3://bucket", keyed: false }],
    ["gs://bucket", { place: "gs://bucket", origin: "gs://bucket", keyed: false }],
    ["db://name?region=eu", { place: "db://name?region=eu", origin: "db://name", keyed: true }],
    ["s3://user:secret@bucket/folder", { place: "s3://user:secret@bucket/folder", origin: "s3://bucket", keyed: false }],
  ])("%s", (configured, place) => {
    expect(libraryPlace(configured, "/own")).toEqual(place);
  });

  it("is below the home folder, or said to be no whole path", () => {
    expect(libraryPlace("~/exemplars", "/own").place).toBe(path.join(os.homedir(), "exemplars"));
    expect(() => libraryPlace("exemplars", "/own")).toThrowError(expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ field: "figtree.library.place" }) as unknown }));
  });
});

describe("settings of the library", () => {
  const read = (changes: Readonly<Record<string, unknown>> = {}) => readLibrarySettings((key) => ({ ...settingDefaults, ...changes })[key]);

  it("are complete by default", () => {
    expect(read()).toEqual({
      place: "", embedder: { kind: "offline" }, mode: "auto", contexts: { contexts: 5, verifications: 5 },
      retrieval: { exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true },
    });
  });

  it("leave the reasoning contexts out as an experiment", () => {
    expect(read({ "ablation.noContexts": true }).retrieval).toMatchObject({ contexts: false });
  });

  it("bind an embedding endpoint to its origin", () => {
    expect(read({ "library.embedder": "endpoint", "library.embeddingModel": "m", "library.embeddingBaseUrl": "https://models.example/v1/embeddings" }).embedder).toMatchObject({ kind: "endpoint", origin: "https://models.example", model: "m" });
    expect(read({ "library.embedder": "transformers", "library.imageModel": "owner/clip" }).embedder).toEqual({ kind: "transformers", text: null, image: "owner/clip" });
  });

  it.each([
    [{ "library.embedder": "magic" }, "figtree.library.embedder"],
    [{ "library.embedder": "transformers" }, "figtree.library.embeddingModel"],
    [{ "library.embedder": "endpoint", "library.embeddingModel": "m" }, "figtree.library.embeddingBaseUrl"],
    [{ "library.embedder": "endpoint", "library.embeddingBaseUrl": "http://localhost:1" }, "figtree.library.embeddingModel"],
    [{ "ablation.noContexts": "yes" }, "figtree.ablation.noContexts"],
    [{ "exemplars.mode": "best" }, "figtree.exemplars.mode"],
    [{ "exemplars.count": 0 }, "figtree.exemplars.count"],
    [{ "exemplars.count": 2.5 }, "figtree.exemplars.count"],
    [{ "exemplars.alpha": "1" }, "figtree.exemplars.alpha"],
    [{ "contexts.verifications": 33 }, "figtree.contexts.verifications"],
    [{ "library.place": 5 }, "figtree.library.place"],
  ])("name what is not usable: %j", (changes, field) => {
    expect(() => read(changes)).toThrowError(expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ field }) as unknown }));
  });
});
