import path from "node:path";
import type * as vscode from "vscode";
import { createEmbeddedModel } from "../adapters/embedded";
import { createEndpointModel } from "../adapters/openai";
import type { Logger, ModelInfo, VisionModel } from "../core/ports";
import { systemClock } from "../adapters/system";
import type { KeyStore } from "./secrets";
import type { ModelPlace } from "./settings/read";

/** A model in use; `release` when the solve is over. */
export interface ModelLease {
  readonly model: VisionModel;
  release(): void;
}

interface Entry {
  readonly model: VisionModel;
  users: number;
}

/**
 * Hands out models, one for each place, so that solves side by side share its process or its request limit.
 * A model whose place is no longer wanted is disposed when its last solve ends.
 */
export class ModelPool implements vscode.Disposable {
  readonly #entries = new Map<string, Entry>();
  #wanted = "";

  constructor(
    private readonly extensionPath: string,
    private readonly keys: KeyStore,
    private readonly logger: Logger,
  ) {}

  /** What a person may be told before anything is loaded. */
  describe(place: ModelPlace): ModelInfo {
    if (place.kind === "endpoint") return { name: place.model, place: place.origin, sample: false };
    return { name: path.basename(place.folder ?? "sample-model"), place: "embedded", sample: place.folder === null };
  }

  async acquire(place: ModelPlace): Promise<ModelLease> {
    const apiKey = place.kind === "endpoint" ? await this.keys.get(place.origin) : undefined;
    const name = JSON.stringify([place, apiKey ?? null]);
    this.#wanted = name;
    this.#sweep();
    const entry = this.#entries.get(name) ?? { model: this.#create(place, apiKey), users: 0 };
    this.#entries.set(name, entry);
    entry.users += 1;
    let released = false;
    return {
      model: entry.model,
      release: () => {
        if (released) return;
        released = true;
        entry.users -= 1;
        this.#sweep();
      },
    };
  }

  dispose(): void {
    for (const { model } of this.#entries.values()) this.#end(model);
    this.#entries.clear();
  }

  #create(place: ModelPlace, apiKey: string | undefined): VisionModel {
    if (place.kind === "endpoint") {
      const { baseUrl, model, inFlight, firstByteSeconds, totalSeconds } = place;
      return createEndpointModel({
        baseUrl, model, inFlight, timeouts: { firstByteSeconds, totalSeconds }, logger: this.logger, clock: systemClock, random: Math.random,
        ...(apiKey === undefined || apiKey === "" ? {} : { apiKey }),
      });
    }
    return createEmbeddedModel({
      folder: place.folder ?? path.join(this.extensionPath, "media", "sample-model"),
      processFile: path.join(this.extensionPath, "dist", "embedded-process.js"),
      logger: this.logger,
      sample: place.folder === null,
    });
  }

  #sweep(): void {
    for (const [name, { model, users }] of this.#entries) {
      if (users > 0 || name === this.#wanted) continue;
      this.#entries.delete(name);
      this.#end(model);
    }
  }

  #end(model: VisionModel): void {
    model.dispose().catch((error: unknown) => this.logger.warn(`The model ${model.info.name} did not end cleanly: ${String(error)}`));
  }
}
