import { describe, expect, it } from "vitest";
import { readPorts, readSettings } from "../../../src/host/settings/read";
import { settingDefaults } from "./setting-defaults";

const read = (changes: Readonly<Record<string, unknown>> = {}) => readSettings((key) => ({ ...settingDefaults, ...changes })[key]);

describe("settings", () => {
  it("are complete by default: embedded sample, balanced", () => {
    const { place, preset, method, solve } = read();
    expect(place).toEqual({ kind: "embedded", model: null });
    expect([preset, method, solve.iterations, solve.maxCalls]).toEqual(["balanced", "vrest", 6, null]);
  });

  it("replace single values of the preset", () => {
    const { solve } = read({ "search.preset": "paper", "search.width": 2, "search.earlyStop": true, "budget.maxSeconds": 1.5 });
    expect(solve).toMatchObject({ iterations: 10, width: 2, depth: 8, earlyStop: true, maxSeconds: 1.5 });
  });

  it("bind an endpoint to its origin, however its address is spelt", () => {
    const { place } = read({ "endpoint.baseUrl": "https://models.example:8443/v1/chat/completions", "endpoint.model": " m " });
    expect(place).toMatchObject({ kind: "endpoint", origin: "https://models.example:8443", model: "m", baseUrl: "https://models.example:8443/v1" });
  });

  it.each([
    [{}, { kind: "embedded", model: null }],
    [{ "embedded.model": "owner/name" }, { kind: "embedded", model: "owner/name" }],
    [{ "endpoint.baseUrl": "http://localhost:1", "endpoint.model": "m" }, { kind: "endpoint", origin: "http://localhost:1", model: "m" }],
    [{ "endpoint.baseUrl": "http://localhost:1", "endpoint.model": "m", "model.source": "embedded" }, { kind: "embedded", model: null }],
    [{ "endpoint.baseUrl": "http://localhost:1", "endpoint.model": "m", "model.source": "vscode", vscodeModel: "vendor/id" }, { kind: "vscode", model: "vendor/id" }],
  ])("say where the model runs: %j", (changes, place) => {
    expect(read(changes).place).toMatchObject(place);
  });

  it("leave out what is no port", () => {
    expect(readPorts(() => [11434, 0, "80", 65536, 1.5, 11434, 8000])).toEqual([11434, 8000]);
    expect(readPorts(() => "11434")).toEqual([]);
  });

  it.each([
    [{ "endpoint.baseUrl": "http://localhost:1234" }, "figtree.endpoint.model"],
    [{ "endpoint.baseUrl": 7 }, "figtree.endpoint.baseUrl"],
    [{ "endpoint.baseUrl": "http://localhost:1", "endpoint.model": "m", "endpoint.inFlight": 0 }, "figtree.endpoint.inFlight"],
    [{ "model.source": "cloud" }, "figtree.model.source"],
    [{ "model.source": "endpoint" }, "figtree.endpoint.baseUrl"],
    [{ "model.source": "vscode" }, "figtree.vscodeModel"],
    [{ "search.preset": "huge" }, "figtree.search.preset"],
    [{ "search.method": "guess" }, "figtree.search.method"],
    [{ "search.select": "loudest" }, "figtree.search.select"],
    [{ "search.width": "4" }, "figtree.search.width"],
    [{ "search.forceFinal": 1 }, "figtree.search.forceFinal"],
    [{ "search.width": 33 }, "width"],
    [{ "ablation.noUsefulness": true, "ablation.noCorrectness": true }, "noR1 with noR2"],
  ])("name what is not usable: %j", (changes, field) => {
    expect(() => read(changes)).toThrowError(expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ field }) as unknown }));
  });
});
