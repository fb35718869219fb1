import { FigtreeError, type EndpointProfile, type ProfileStore, type VisionModel } from "../../../core/ports";
import { normaliseBaseUrl } from "../../http";
import { newMemory } from "../memory";
import { createEndpointModel, type EndpointModelOptions } from "../model";
import { probeEndpoint } from "./probe";
import { parseProfile } from "./schema";

/** A profile older than this is made anew, in milliseconds. */
const longestAge = 30 * 24 * 3600 * 1000;

/** Under which a profile is kept. */
export function profileKey(baseUrl: string, model: string): string {
  return `${normaliseBaseUrl(baseUrl)} ${model}`;
}

/** The kept profile that may still be relied on. */
async function keptProfile(store: ProfileStore, key: string, now: number): Promise<EndpointProfile | undefined> {
  const profile = parseProfile(await store.read(key).catch(() => undefined));
  const fresh = profile !== undefined && `${profile.baseUrl} ${profile.model}` === key && now - profile.probedAt < longestAge && profile.probedAt <= now;
  // A blind model may have been given its eyes in the meantime; asking again is cheap then.
  return fresh && profile.memory.vision !== "blind" ? profile : undefined;
}

/**
 * An endpoint's model that knows its endpoint: by the kept profile, or by a probe that is kept from now on. What
 * the model learns at work is kept with it when the model is disposed of.
 *
 * @throws FigtreeError with the reason when the endpoint cannot be used at all, `cancelled`, `input.invalid`
 */
export async function openProfiledEndpoint(options: EndpointModelOptions, store: ProfileStore, signal: AbortSignal): Promise<VisionModel> {
  const key = profileKey(options.baseUrl, options.model);
  const keep = (profile: EndpointProfile): Promise<void> => store.write(key, profile).catch(() => options.logger.warn("What was found out about the endpoint could not be kept."));
  let profile = await keptProfile(store, key, options.clock.now());
  if (profile === undefined) {
    profile = await probeEndpoint({ ...options, signal });
    if (profile.failure !== null && profile.failure.code !== "endpoint.timeout") throw new FigtreeError(profile.failure.code, profile.failure.details);
    // Too slow for a probe is not too slow for a solve.
    if (profile.failure !== null) {
      const model = createEndpointModel({ ...options, memory: newMemory() });
      return { ...model, info: { ...model.info, vision: "untold" } };
    }
    await keep(profile);
  }
  const memory = structuredClone(profile.memory);
  const before = JSON.stringify(memory);
  const found = profile;
  const model = createEndpointModel({ ...options, memory });
  return {
    ...model,
    async dispose() {
      await model.dispose();
      if (JSON.stringify(memory) !== before) await keep({ ...found, memory });
    },
  };
}
