import { FigtreeError, type EndpointMemory } from "../../core/ports";
import type { Ask } from "./ask";
import { badResponse } from "../http";
import type { ReplyChoice } from "./reply";
import { seedOf } from "./seeds";
import type { Sender, Tally } from "./sender";

/** Rounds that bring nothing before the endpoint counts as unable to reply. */
const mostEmptyRounds = 2;

/**
 * Collects `ask.choices` replies: in one request where the endpoint delivers several choices, else what is
 * missing is asked for in parallel, each with its own seed. The i-th reply's seed depends on the request's
 * seed and i alone, so a server that ignores `n` gets the same seeds before and after that is known.
 *
 * @returns between 1 and `ask.choices` choices; fewer when the endpoint stopped delivering
 * @throws RequestFailure, or FigtreeError `cancelled`
 */
export async function sampleChoices(ask: Ask, priority: number, { send }: Sender, memory: EndpointMemory, tally: Tally, signal: AbortSignal): Promise<readonly ReplyChoice[]> {
  const collected: ReplyChoice[] = [];
  for (let empty = 0; collected.length < ask.choices && empty < mostEmptyRounds; ) {
    const requests = split(ask, collected.length, empty, memory);
    const thought = memory.thinks;
    const results = await Promise.allSettled(requests.map((request) => send(request, priority, tally, signal)));
    const before = collected.length;
    results.forEach((result, index) => {
      if (result.status === "rejected") return;
      const { choices } = result.value;
      const asked = requests[index]?.choices ?? 1;
      if (choices.length > 0 && choices.length < asked) memory.choicesPerRequest = Math.min(memory.choicesPerRequest ?? asked, choices.length);
      if (choices.some(({ hadThought }) => hadThought)) memory.thinks = true;
      collected.push(...choices.slice(0, asked).filter((choice) => thought || !choice.hadThought || choice.text !== ""));
    });
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined && (collected.length === 0 || isCancelled(failed.reason))) throw failed.reason;
    if (failed !== undefined) break;
    // A thought that left no room for the reply is asked for again with room, once.
    if (collected.length === before && thought === memory.thinks) empty++;
  }
  if (collected.length === 0) throw badResponse("The reply has no choices.");
  return collected.slice(0, ask.choices);
}

function split(ask: Ask, collected: number, empty: number, memory: EndpointMemory): readonly Ask[] {
  const missing = ask.choices - collected;
  // Some servers refuse several choices at temperature 0.
  const size = ask.temperature === 0 ? 1 : Math.min(missing, memory.choicesPerRequest ?? missing);
  // After an empty round other seeds, or the same nothing would come back.
  const first = collected + empty * ask.choices;
  return Array.from({ length: Math.ceil(missing / size) }, (_, index) => ({ ...ask, choices: Math.min(size, missing - index * size), seed: seedOf(ask.seed, first + index * size) }));
}

function isCancelled(error: unknown): boolean {
  return error instanceof FigtreeError && error.code === "cancelled";
}
