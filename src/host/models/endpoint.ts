import * as vscode from "vscode";
import { openProfiledEndpoint, type EndpointModelOptions } from "../../adapters/openai";
import { systemClock } from "../../adapters/system";
import type { Logger, ProfileStore } from "../../core/ports";
import type { KeyStore } from "../secrets";
import { explain } from "../words";
import type { ModelSource, PlaceOf } from "./source";

/** How a place is reached, with the key that belongs to its origin. */
export async function endpointOptions(place: PlaceOf<"endpoint">, keys: KeyStore, logger: Logger): Promise<Omit<EndpointModelOptions, "memory">> {
  const { baseUrl, origin, model, inFlight, firstByteSeconds, totalSeconds } = place;
  const apiKey = await keys.get(origin);
  return {
    baseUrl, model, inFlight, timeouts: { firstByteSeconds, totalSeconds }, logger, clock: systemClock, random: Math.random,
    ...(apiKey === undefined || apiKey === "" ? {} : { apiKey }),
  };
}

/** Models behind OpenAI-compatible APIs; one that is not known yet is probed first. */
export function createEndpointSource(keys: KeyStore, profiles: ProfileStore, logger: Logger): ModelSource<PlaceOf<"endpoint">> {
  return {
    describe: ({ model, origin }) => ({ name: model, place: origin, sample: false }),
    identity: async (place) => JSON.stringify([place, (await keys.get(place.origin)) ?? null]),
    async open(place, signal, say) {
      const options = await endpointOptions(place, keys, logger);
      say(vscode.l10n.t("Finding out what the endpoint can do"));
      return openProfiledEndpoint({
        ...options,
        onPause: (reason, milliseconds) => say(vscode.l10n.t("{0} Waiting {1} s before the next try.", explain(reason).what, Math.round(milliseconds / 1000))),
        onResume: () => say(null),
      }, profiles, signal);
    },
  };
}
