import { normaliseBaseUrl } from "../../adapters/openai";
import { retrievalRanges, type RetrievalSettings } from "../../core/exemplars";
import { FigtreeError } from "../../core/ports";
import type { RetrievalMode } from "../../core/trace";
import { libraryKeys } from "./keys";
import { numberOf, oneOf, switchOf, textOf, wholeNumberOf, type Raw } from "./raw";

/** What turns questions and pictures into vectors, and where. */
export type EmbedderPlace =
  | { readonly kind: "offline" }
  | { readonly kind: "endpoint"; readonly baseUrl: string; readonly origin: string; readonly model: string }
  /** Folder or hub id of a text model, of an image-text model, or of both; null: none. */
  | { readonly kind: "transformers"; readonly text: string | null; readonly image: string | null };

/** `auto`: RCTS where the library holds verified exemplars, else none. */
export type ExemplarMode = "auto" | RetrievalMode;

export interface LibrarySettings {
  /** Folder or address; empty: a folder of Figtree's own. */
  readonly place: string;
  readonly embedder: EmbedderPlace;
  readonly mode: ExemplarMode;
  /** All but mode and seed, which a solve decides. */
  readonly retrieval: Omit<RetrievalSettings, "mode" | "seed">;
  /** M and V of the reasoning contexts. */
  readonly contexts: { readonly contexts: number; readonly verifications: number };
}

export const embedderKinds = ["offline", "endpoint", "transformers"] as const;
export const exemplarModes = ["auto", "rcts", "rag", "random", "none"] as const;
export const exemplarRewards = ["heuristic", "answerGrounded"] as const;

/** Ranges of the numbers, as package.json declares them. */
export const libraryRanges = {
  count: retrievalRanges.exemplars, candidates: retrievalRanges.candidates, alpha: retrievalRanges.alpha, beta: retrievalRanges.beta, exploration: retrievalRanges.exploration, rollouts: retrievalRanges.rollouts,
  contextCandidates: { min: 1, max: 32, integer: true }, contextVerifications: { min: 1, max: 32, integer: true },
} as const satisfies Partial<Record<keyof typeof libraryKeys, { readonly min: number; readonly max: number; readonly integer: boolean }>>;

const missing = (key: string, message: string): FigtreeError => new FigtreeError("input.invalid", { field: `figtree.${key}`, message });

function embedderOf(raw: Raw): EmbedderPlace {
  const kind = oneOf(raw, libraryKeys.embedder, embedderKinds);
  if (kind === "offline") return { kind };
  const model = textOf(raw, libraryKeys.embeddingModel);
  if (kind === "transformers") {
    const image = textOf(raw, libraryKeys.imageModel);
    if (model === "" && image === "") throw missing(libraryKeys.embeddingModel, "Embedding models of transformers.js are to be used, but none is named.");
    return { kind, text: model === "" ? null : model, image: image === "" ? null : image };
  }
  if (model === "") throw missing(libraryKeys.embeddingModel, "An endpoint is to embed the library, but not with which model.");
  const address = textOf(raw, libraryKeys.embeddingBaseUrl);
  if (address === "") throw missing(libraryKeys.embeddingBaseUrl, "An endpoint is to embed the library, but none is set.");
  const baseUrl = normaliseBaseUrl(address);
  return { kind, baseUrl, origin: new URL(baseUrl).origin, model };
}

/** Reads and checks the settings of the library; throws `input.invalid` with the setting's full name. */
export function readLibrarySettings(raw: Raw): LibrarySettings {
  const whole = (name: keyof typeof libraryRanges): number => wholeNumberOf(raw, libraryKeys[name], libraryRanges[name].min, libraryRanges[name].max);
  const number = (name: keyof typeof libraryRanges): number => numberOf(raw, libraryKeys[name], libraryRanges[name].min, libraryRanges[name].max);
  return {
    place: textOf(raw, libraryKeys.place),
    embedder: embedderOf(raw),
    mode: oneOf(raw, libraryKeys.mode, exemplarModes),
    retrieval: {
      exemplars: whole("count"), candidates: whole("candidates"), alpha: number("alpha"), beta: number("beta"), exploration: number("exploration"), rollouts: whole("rollouts"),
      reward: oneOf(raw, libraryKeys.reward, exemplarRewards), contexts: !switchOf(raw, libraryKeys.noContexts),
    },
    contexts: { contexts: whole("contextCandidates"), verifications: whole("contextVerifications") },
  };
}
