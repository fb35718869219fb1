import path from "node:path";
import * as vscode from "vscode";
import { createEmbedder } from "../../adapters/embedders";
import type { ModelStore } from "../../adapters/hub";
import { openLibrary, restoreLibrary, type LibraryOptions } from "../../adapters/library";
import { systemClock } from "../../adapters/system";
import type { LibraryNotice } from "../../core/ports";
import type { Consent } from "../consent";
import type { HostLog } from "../log";
import type { KeyStore } from "../secrets";
import type { EmbedderPlace } from "../settings/read-library";
import type { SettingsSource } from "../settings/settings";
import { Library } from "./library";
import type { LibraryPlace } from "./place";

interface Surroundings {
  readonly context: vscode.ExtensionContext;
  readonly settings: SettingsSource;
  readonly consent: Consent;
  readonly keys: KeyStore;
  readonly log: HostLog;
  readonly installed: () => ModelStore;
  askForKey(origin: string): Promise<boolean>;
}

function noticeText({ code, detail }: LibraryNotice): string {
  switch (code) {
    case "fallback":
      return vscode.l10n.t("The exemplar library works without its database. {0}", detail);
    case "restored":
      return vscode.l10n.t("The exemplar library was set back. {0}", detail);
    case "damagedRecords":
      return vscode.l10n.t("Some exemplars could not be read. {0}", detail);
  }
}

/** The library of this window over the real store and embedders; nothing is opened or loaded before its first use. */
export function createLibrary({ context, settings, consent, keys, log, installed, askForKey }: Surroundings): Library {
  const optionsOf = async ({ place, origin, keyed }: LibraryPlace): Promise<LibraryOptions> => {
    const apiKey = keyed && origin !== null ? await keys.get(origin) : undefined;
    return { place, clock: systemClock, logger: log, ...(apiKey === undefined || apiKey === "" ? {} : { apiKey }) };
  };
  const openEmbedder = async (place: EmbedderPlace): ReturnType<typeof createEmbedder> => {
    const surroundings = {
      sampleModelFolder: path.join(context.extensionPath, "media", "sample-model"), processFile: path.join(context.extensionPath, "dist", "embedder-process.js"),
      folderOf: (id: string) => installed().folderOf(id), logger: log, random: Math.random, now: Date.now,
    };
    const signal = new AbortController().signal;
    if (place.kind === "offline") return createEmbedder(place, surroundings, signal);
    if (place.kind === "transformers") return createEmbedder({ kind: "transformers", ...(place.text === null ? {} : { text: place.text }), ...(place.image === null ? {} : { joint: place.image }) }, surroundings, signal);
    const apiKey = await keys.get(place.origin);
    return createEmbedder({ kind: "endpoint", baseUrl: place.baseUrl, model: place.model, ...(apiKey === undefined || apiKey === "" ? {} : { apiKey }) }, surroundings, signal);
  };
  return new Library({
    settings, changed: new vscode.EventEmitter<void>(), memory: context.globalState, ownFolder: path.join(context.globalStorageUri.fsPath, "library"), openEmbedder, askForKey,
    openStore: async (place) => openLibrary(await optionsOf(place)),
    restoreStore: async (place) => restoreLibrary(await optionsOf(place)),
    allows: (origin) => consent.allowsExemplars(origin),
    tell: (notice) => void vscode.window.showWarningMessage(noticeText(notice)),
    log: (message) => log.warn(message),
  });
}
