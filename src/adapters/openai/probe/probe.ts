import { FigtreeError, noUsage, type EndpointFindings, type EndpointMemory, type EndpointProfile, type ErrorRecord } from "../../../core/ports";
import { connect, toRecord, type ConnectionOptions } from "../connection";
import { tokenLimitName, newMemory } from "../memory";
import { readListing } from "./listing";
import { createSteps, type ProbeState } from "./steps";

export interface ProbeOptions extends ConnectionOptions {
  readonly signal: AbortSignal;
  /** The whole probe takes no longer; default 120 s. */
  readonly totalSeconds?: number;
}

/** A list of models that takes longer is done without; seconds. */
const longestListing = 10;

const unknownFindings: EndpointFindings = {
  modelFound: null, tokensGrow: null, canaryRead: null, twoImages: null, choicesOfTwo: null, logprobs: null, yesToken: null, thought: null,
  tokenLimit: null, contextTokens: null, cachedTokens: null,
};

/**
 * Both signs of sight agree, or the model is called unsure: a small model may see and still misread. A random
 * number that was read back is proof enough where the tokens are not told.
 */
export function judgeVision(tokensGrow: boolean | null, canaryRead: boolean | null): NonNullable<EndpointMemory["vision"]> {
  if (canaryRead === true && tokensGrow !== false) return "sees";
  return canaryRead === false && tokensGrow === false ? "blind" : "unsure";
}

/**
 * Finds out by about ten small requests what an endpoint and model can do. Failures of single steps leave their
 * finding open; a failure of the first question ends the probe and is told in `failure`.
 *
 * @throws FigtreeError `cancelled` once the signal is aborted, `input.invalid` for an unusable address or key
 */
export async function probeEndpoint(options: ProbeOptions): Promise<EndpointProfile> {
  const memory = newMemory();
  const connection = connect(options, null);
  const { baseUrl } = connection;
  const { model, clock, signal: outer, totalSeconds = 120 } = options;
  const findings = { ...unknownFindings };
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  outer.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(stop, totalSeconds * 1000);
  const tally = { ...noUsage };
  let listed = 0;
  let failure: ErrorRecord | null = null;
  try {
    if (outer.aborted) throw new FigtreeError("cancelled");
    const state: ProbeState = { memory, findings, tally, patient: connection.sender(memory), hasty: connection.sender(memory, 0), random: options.random, signal: controller.signal };
    const listing = await readListing(connection.client, baseUrl, model, Math.min(longestListing, options.timeouts.firstByteSeconds), () => (listed += 1), controller.signal);
    findings.contextTokens = listing.contextTokens;
    const steps = createSteps(state);
    try {
      await steps.look();
      findings.modelFound = listing.models.includes(model) ? "listed" : "answered";
    } catch (thrown) {
      failure = toRecord(withNames(connection.toError(thrown), listing.models));
      if (controller.signal.aborted && !outer.aborted) failure = { code: "endpoint.timeout", details: { place: connection.place, model, seconds: totalSeconds } };
    }
    if (failure === null && memory.vision !== "blind") for (const step of [steps.withoutPicture, steps.judgeOnce, steps.twoPictures]) await step().catch(() => undefined);
    if (failure === null) memory.vision ??= judgeVision(findings.tokensGrow, findings.canaryRead ?? (memory.thinks ? null : false)); // Nothing said is nothing read, unless a thought took the room.
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
    connection.close();
  }
  if (outer.aborted) throw new FigtreeError("cancelled");
  findings.tokenLimit = failure === null ? (tokenLimitName(memory) ?? null) : null;
  return { version: 1, baseUrl, model, probedAt: clock.now(), requests: listed + tally.requests, failure, findings, memory };
}

/** Names that exist help with one that does not. */
function withNames(error: FigtreeError, models: readonly string[]): FigtreeError {
  if (error.code !== "endpoint.modelNotFound" || models.length === 0) return error;
  const more = models.length > 8 ? `, and ${models.length - 8} more` : "";
  return new FigtreeError(error.code, { ...error.details, available: `${models.slice(0, 8).join(", ").slice(0, 300)}${more}` });
}
