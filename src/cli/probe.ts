import { probeEndpoint, profileKey } from "../adapters/openai";
import { toFigtreeError, type EndpointProfile, type ErrorRecord } from "../core/ports";
import { describeProfile } from "../protocol";
import { exitCode, type Io } from "./io";
import { endpointOptions } from "./model";
import { createProfileFiles } from "./profile-files";
import { sentence } from "./result";
import { oneLine } from "./live";

export interface ProbeCommandOptions {
  readonly endpoint: string;
  readonly model: string;
  readonly apiKeyEnv?: string;
  readonly timeout?: string;
  readonly json?: boolean;
}

/** Why the endpoint cannot be solved with, or null. */
function obstacleOf({ failure, memory, model, baseUrl }: EndpointProfile): ErrorRecord | null {
  if (failure !== null) return failure;
  return memory.vision === "blind" ? { code: "endpoint.noVision", details: { place: new URL(baseUrl).origin, model } } : null;
}

/**
 * `figtree probe`: finds out what an endpoint can do and prints it; a usable endpoint's profile is kept for
 * `figtree solve`. Answers the exit code: 0 usable, 2 wrong usage, 3 not usable, with one sentence saying why.
 */
export async function probeCommand(options: ProbeCommandOptions, io: Io, signal: AbortSignal): Promise<number> {
  try {
    const profile = await probeEndpoint({ ...endpointOptions(options), signal });
    const obstacle = obstacleOf(profile);
    if (obstacle === null) await createProfileFiles(process.env).write(profileKey(options.endpoint, options.model), profile).catch(() => io.stderr("The profile could not be kept.\n"));
    if (options.json === true) io.stdout(`${JSON.stringify(reportOf(profile, obstacle), null, 2)}\n`);
    else {
      if (profile.failure === null) io.stdout(table(profile));
      if (obstacle !== null) io.stderr(`${sentence(obstacle)}\n`);
    }
    return obstacle === null ? exitCode.ok : exitCode.endpointFailed;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    if (options.json === true) io.stdout(`${JSON.stringify({ usable: false, error: { code: error.code, sentence: sentence(error) } }, null, 2)}\n`);
    else io.stderr(`${sentence(error)}\n`);
    return error.code.startsWith("endpoint.") ? exitCode.endpointFailed : error.code === "cancelled" ? exitCode.partial : exitCode.badInput;
  }
}

function reportOf(profile: EndpointProfile, obstacle: ErrorRecord | null): Record<string, unknown> {
  const { baseUrl, model, probedAt, requests, findings, memory } = profile;
  return {
    usable: obstacle === null, baseUrl, model, probedAt, requests, vision: memory.vision, findings, memory,
    table: profile.failure === null ? describeProfile(profile) : [],
    ...(obstacle === null ? {} : { error: { code: obstacle.code, sentence: sentence(obstacle) } }),
  };
}

function table(profile: EndpointProfile): string {
  const rows = describeProfile(profile).map(({ capability, finding, action }) => [capability, oneLine(finding, 200), action] as const);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return `${rows.map(([capability, finding, action]) => `${capability.padEnd(widths[0]!)}  ${finding.padEnd(widths[1]!)}  ${action}`).join("\n")}\n`;
}
