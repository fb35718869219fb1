import type { Services } from "../services";
import type { ModelPlace } from "../settings/read";
import type { ModelLease } from "./pool";
import type { Say } from "./source";

/** Opens the model of a place once the person has agreed to what leaves this machine. Undefined: called off. Throws like the pool. */
export async function leaseModel({ consent, askForKey, models }: Pick<Services, "consent" | "askForKey" | "models">, place: ModelPlace, signal: AbortSignal, say: Say): Promise<ModelLease | undefined> {
  if (!(await consent.allows(place))) return undefined;
  if (place.kind === "endpoint" && !(await askForKey(place.origin))) return undefined;
  return models.acquire(place, signal, say);
}
