import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AutoModelForImageTextToText } from "@huggingface/transformers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmbeddedModel } from "../../../src/adapters/embedded";
import { createModelStore, curatedModels, unusableTypes, visionLanguageTypes, weightTypes, type InstallProgress } from "../../../src/adapters/hub";
import { systemClock } from "../../../src/adapters/system";
import { silentLogger } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { startHubServer, type HubServer } from "../../fixtures/hub-server";
import { bundledFigures, direct, figureMessages, referenceRows, sampleModelFolder, transcript } from "../../fixtures/sample-model";

const id = "figtree/sample-model";
const decoder = "onnx/decoder_model_merged.onnx";
const signal = new AbortController().signal;

let folder: string;
let hub: HubServer;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "figtree-hub-"));
  hub = await startHubServer(id, sampleModelFolder);
});
afterEach(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

type StoreOptions = Partial<Parameters<typeof createModelStore>[0]>;
const store = (options: StoreOptions = {}) =>
  createModelStore({ folder, hubHost: hub.host, clock: systemClock, logger: silentLogger, retries: { attempts: 2, delayMilliseconds: 1, stallMilliseconds: 10_000 }, ...options });
const leftovers = async () => (await readdir(folder, { recursive: true })).filter((name) => /\.(part|onnx|json)$/.test(name));

describe("install", () => {
  test("brings exactly the files that are needed, says how far it is, and the model answers", async () => {
    const seen: InstallProgress[] = [];
    const installed = await store().install(id, { signal, onProgress: (progress) => seen.push(progress) });
    const wanted = [...hub.files.keys()].filter((file) => file !== "eval.md");
    expect(installed).toMatchObject({ id, revision: hub.commit, folder: path.join(folder, "figtree--sample-model"), dtype: { vision_encoder: "fp32", embed_tokens: "fp32", decoder_model_merged: "fp32" } });
    expect(installed.size).toBe(wanted.reduce((sum, file) => sum + hub.files.get(file)!.length, 0));
    for (const file of wanted) expect(readFileSync(path.join(installed.folder, file)).equals(hub.files.get(file)!)).toBe(true);
    expect(existsSync(path.join(installed.folder, "eval.md"))).toBe(false);
    expect(seen.at(-1)).toMatchObject({ doneBytes: installed.size, totalBytes: installed.size, doneFiles: wanted.length, totalFiles: wanted.length, secondsLeft: 0 });
    expect(seen.every((one, index) => index === 0 || one.doneBytes >= seen[index - 1]!.doneBytes)).toBe(true);

    const model = createEmbeddedModel({ folder: installed.folder, processFile: await buildProcess(), logger: silentLogger, sample: false });
    try {
      const figure = bundledFigures()[4]!;
      const { choices } = await model.generate({ messages: figureMessages(figure.image, transcript(figure.question, []) + direct), samples: 1, temperature: 0, topP: 1, maxTokens: 48, stop: [], seed: 1, signal });
      expect(choices[0]!.text).toBe(referenceRows()[4]!.direct);
    } finally {
      await model.dispose();
    }
  });

  test("a second install of the same commit fetches no file; list, folderOf and remove agree", async () => {
    const models = store();
    expect(await models.list()).toEqual([]);
    expect(await models.folderOf(id)).toBeUndefined();
    const first = await models.install(id, { signal });
    const before = [...hub.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(await models.install(id, { signal })).toEqual(first);
    const config = hub.files.get("config.json")!.length;
    expect([...hub.sent.values()].reduce((sum, bytes) => sum + bytes, 0) - before).toBe(config);
    expect(await models.list()).toEqual([first]);
    expect(await models.folderOf(id)).toBe(first.folder);
    expect(await models.remove(id)).toBe(true);
    expect(await models.remove(id)).toBe(false);
    expect(await models.list()).toEqual([]);
    expect(existsSync(first.folder)).toBe(false);
  });

  test("a folder whose files are not whole is not installed", async () => {
    const models = store();
    const { folder: place } = await models.install(id, { signal });
    writeFileSync(path.join(place, decoder), "short");
    expect(await models.list()).toEqual([]);
    expect(await models.folderOf(id)).toBeUndefined();
  });
});

describe("a download that stops", () => {
  const size = () => hub.files.get(decoder)!.length;

  test("goes on by itself at the byte where it was cut", async () => {
    hub.faults = [{ kind: "cut", file: decoder, after: 1_000_000, times: 2 }];
    await store().install(id, { signal });
    expect(hub.ranges).toHaveLength(2);
    expect(hub.ranges[0]).toMatch(new RegExp(`^${decoder} bytes=\\d+-$`));
    expect(Number(hub.ranges[1]!.split("=")[1]!.slice(0, -1))).toBeGreaterThan(Number(hub.ranges[0]!.split("=")[1]!.slice(0, -1)));
    // What had arrived when the line broke was not asked for again.
    expect(hub.sent.get(decoder)! - size()).toBeLessThan(300_000);
  });

  test("begins again where the server ignores the range", async () => {
    hub.faults = [{ kind: "cut", file: decoder, after: 1_000_000, times: 1 }, { kind: "ignoreRange" }];
    await store().install(id, { signal });
    expect(hub.sent.get(decoder)).toBe(size() + 1_000_000);
  });

  test("gives up in words when nothing more arrives, keeps the part, and a later install goes on there", async () => {
    hub.faults = [{ kind: "cut", file: decoder, after: 2_000_000, times: 1 }, { kind: "cut", file: decoder, after: 0, times: 9 }];
    await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.unreachable" });
    expect((await leftovers()).some((name) => name.endsWith(".part"))).toBe(true);
    expect(await store().list()).toEqual([]);
    const before = hub.sent.get(decoder)!;
    hub.faults = [];
    await store().install(id, { signal });
    expect(hub.sent.get(decoder)! - before).toBeLessThan(size() - 1_500_000);
    expect((await leftovers()).some((name) => name.endsWith(".part"))).toBe(false);
  });

  test("a cancel ends it at once and keeps the part; a silent server is given up", async () => {
    hub.faults = [{ kind: "hang", file: decoder, after: 3_000_000 }];
    const controller = new AbortController();
    // On this clock every piece that arrives is told, also the last one before the silence.
    let now = 0;
    const clock = { ...systemClock, now: () => (now += 1_000) };
    const running = store({ clock }).install(id, { signal: controller.signal, onProgress: ({ doneBytes }) => void (doneBytes > 6_000_000 && controller.abort()) });
    await expect(running).rejects.toMatchObject({ code: "cancelled" });
    const [part] = (await leftovers()).filter((name) => name.endsWith(".part"));
    expect((await stat(path.join(folder, part!))).size).toBeGreaterThan(1_000_000);
    hub.faults = [{ kind: "hang", file: decoder, after: 0 }];
    await expect(store({ retries: { attempts: 2, delayMilliseconds: 1, stallMilliseconds: 300 } }).install(id, { signal })).rejects.toMatchObject({ code: "hub.unreachable" });
    hub.faults = [];
    await store().install(id, { signal });
    expect(await store().list()).toHaveLength(1);
  });

  test("an aborted signal asks nothing", async () => {
    await expect(store().install(id, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
    expect(hub.requests).toHaveLength(0);
  });
});

describe("what is refused", () => {
  test("content that is not what was announced is deleted, large or small, each time", { repeats: 8 }, async () => {
    for (const file of [decoder, "tokenizer.json"]) {
      hub.faults = [{ kind: "corrupt", file }];
      await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.corrupt", details: { id, file } });
      expect((await leftovers()).filter((name) => name.includes(path.basename(file)))).toEqual([]);
      expect(await store().list()).toEqual([]);
      await store().remove(id);
    }
  });

  test.each(["../../evil.onnx", "onnx/../../../evil", "/etc/evil", "onnx\\..\\evil", "C:/evil", "onnx//x.onnx"])("a list with the path %s", async (bad) => {
    hub.faults = [{ kind: "listing", path: bad }];
    await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.badResponse", details: { message: expect.stringContaining("outside of the model") as string } });
    expect(await leftovers()).toEqual([]);
  });

  test("statuses: not there, gated, private, busy, and a page that is no hub", async () => {
    await expect(store().install("figtree/other", { signal })).rejects.toMatchObject({ code: "hub.notFound", details: { id: "figtree/other" } });
    await expect(store().install(id, { signal, revision: "v9" })).rejects.toMatchObject({ code: "hub.notFound", details: { revision: "v9" } });
    const cases = [[401, "api", "hub.refused"], [403, "files", "hub.refused"], [503, "api", "hub.unreachable"], [400, "api", "hub.badResponse"]] as const;
    for (const [status, where, code] of cases) {
      hub.faults = [{ kind: "status", status, where }];
      await expect(store().install(id, { signal })).rejects.toMatchObject({ code });
    }
    hub.faults = [{ kind: "html" }];
    await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.badResponse" });
    await expect(store({ hubHost: "http://127.0.0.1:9" }).install(id, { signal })).rejects.toMatchObject({ code: "hub.unreachable" });
  });

  test("a full disk, before a weight is fetched", async () => {
    await expect(store({ freeBytes: () => Promise.resolve(5_000_000) }).install(id, { signal })).rejects.toMatchObject({ code: "hub.noSpace", details: { id, needed: 77, free: 5 } });
    expect(hub.sent.get(decoder)).toBeUndefined();
  });

  test("names and addresses that are none", async () => {
    for (const bad of ["../x", "a/b/c", "model", "a/..", "a/b--c", "/a/b", ""]) await expect(store().install(bad, { signal })).rejects.toMatchObject({ code: "input.invalid" });
    for (const bad of ["huggingface.co", "ftp://x", "https://user:secret@x.org"]) expect(() => store({ hubHost: bad })).toThrow(expect.objectContaining({ code: "input.invalid" }) as Error);
    expect(hub.requests).toHaveLength(0);
  });

  test("models of other kinds or without networks, before a weight is fetched", async () => {
    const changed = async (changes: Readonly<Record<string, string | undefined>>, message: string) => {
      await hub.close();
      hub = await startHubServer(id, sampleModelFolder, changes);
      await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.unsupported", details: { message: expect.stringContaining(message) as string } });
      expect(hub.sent.get(decoder)).toBeUndefined();
    };
    await changed({ "config.json": '{"model_type":"llama"}' }, '"llama"');
    await changed({ "config.json": '{"model_type":"florence2"}' }, "chat");
    await changed({ "config.json": "{}" }, "config.json");
    await changed({ [decoder]: undefined }, "decoder_model_merged");
    await changed({ "tokenizer.json": undefined }, "tokenizer.json");
    await changed({ "preprocessor_config.json": undefined, "processor_config.json": undefined }, "pictures");
  });

  test("a second download of the same model at the same time", async () => {
    hub.faults = [{ kind: "hang", file: decoder, after: 1000 }];
    const controller = new AbortController();
    const running = store().install(id, { signal: controller.signal });
    const ended = expect(running).rejects.toMatchObject({ code: "cancelled" });
    await hub.arrived(1);
    await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining("already") as string } });
    controller.abort();
    await ended;
  });
});

describe("the token", () => {
  test("is sent to the hub and to no other host, and nothing is sent without one", async () => {
    const cdn = await startHubServer(id, sampleModelFolder);
    try {
      hub.faults = [{ kind: "redirectTo", origin: cdn.host }];
      await store({ token: "secret-token" }).install(id, { signal });
      expect(hub.requests.every(({ headers }) => headers.authorization === "Bearer secret-token")).toBe(true);
      expect(cdn.requests.length).toBeGreaterThan(0);
      expect(cdn.requests.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
      await store().remove(id);
      const before = hub.requests.length;
      await store().install(id, { signal });
      expect(hub.requests.slice(before).some(({ headers }) => headers.authorization !== undefined)).toBe(false);
    } finally {
      await cdn.close();
    }
  });

  test("a redirect to an insecure host is not followed", async () => {
    hub.faults = [{ kind: "redirectTo", origin: "http://cdn.example" }];
    await expect(store().install(id, { signal })).rejects.toMatchObject({ code: "hub.badResponse", details: { message: expect.stringContaining("http://cdn.example") as string } });
  });
});

describe("weight types", () => {
  test("one type is fetched with its external data; a part without it takes another", async () => {
    await hub.close();
    const fill = (letter: string) => letter.repeat(10);
    hub = await startHubServer(id, sampleModelFolder, {
      "onnx/decoder_model_merged_q4.onnx": fill("a"), "onnx/decoder_model_merged_q4.onnx_data": fill("b"), "onnx/decoder_model_merged_q4.onnx_data_1": fill("c"), "onnx/decoder_model_merged_q4f16.onnx": fill("d"),
      "onnx/decoder_model_merged.onnx_data": fill("e"), "onnx/vision_encoder_quantized.onnx": fill("f"), "onnx/audio_encoder_q4.onnx": fill("g"), "chat_template.jinja": fill("h"), "model.safetensors": fill("i"),
    });
    const { folder: place, dtype } = await store().install(id, { signal, dtype: "q4" });
    expect(dtype).toEqual({ vision_encoder: "q8", embed_tokens: "fp32", decoder_model_merged: "q4", audio_encoder: "q4" });
    expect((await readdir(path.join(place, "onnx"))).sort()).toEqual(["audio_encoder_q4.onnx", "decoder_model_merged_q4.onnx", "decoder_model_merged_q4.onnx_data", "decoder_model_merged_q4.onnx_data_1", "embed_tokens.onnx", "vision_encoder_quantized.onnx"]);
    expect(existsSync(path.join(place, "chat_template.jinja"))).toBe(true);
    expect(existsSync(path.join(place, "model.safetensors"))).toBe(false);
    // Another type replaces it as a whole, without what the other one left.
    const other = await store().install(id, { signal, dtype: { decoder_model_merged: "q4f16" } });
    expect(await readdir(path.join(other.folder, "onnx"))).toContain("decoder_model_merged_q4f16.onnx");
    expect(await readdir(path.join(other.folder, "onnx"))).not.toContain("decoder_model_merged_q4.onnx");
  });
});

test("the kinds of models are those of the library, and the curated list keeps to the rules", () => {
  const library = [...AutoModelForImageTextToText.MODEL_CLASS_MAPPINGS[0]!.keys()].sort();
  expect([...visionLanguageTypes, ...Object.keys(unusableTypes)].sort()).toEqual(library);
  expect(curatedModels.map((model) => model.id)).toEqual(expect.arrayContaining(["HuggingFaceTB/SmolVLM-256M-Instruct", "HuggingFaceTB/SmolVLM-500M-Instruct", "onnx-community/Qwen2-VL-2B-Instruct"]));
  for (const { dtype, memoryMegabytes, downloadMegabytes, tried } of curatedModels) {
    for (const type of typeof dtype === "string" ? [dtype] : Object.values(dtype)) expect(weightTypes).toContain(type);
    expect(memoryMegabytes).toBeGreaterThan(downloadMegabytes);
    expect(tried).toBe(false);
  }
});
