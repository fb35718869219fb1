import path from "node:path";
import { createEmbeddedModel } from "../adapters/embedded";
import { createEndpointModel, openProfiledEndpoint, type ProbeOptions } from "../adapters/openai";
import { systemClock } from "../adapters/system";
import { FigtreeError, silentLogger, type VisionModel } from "../core/ports";
import { embeddedFolder } from "./models";
import { describeError } from "../protocol";
import { wholeNumberOption, type SolveOptions } from "./options";
import { createProfileFiles } from "./profile-files";

/** The bundle lies in dist/, its media beside that folder. */
export const sampleFolder = path.join(__dirname, "..", "media", "sample-model");
export const embeddedProcessFile = path.join(__dirname, "embedded-process.js");

/**
 * The model that the options name: an endpoint, an embedded folder, an installed model, or the bundled sample. An endpoint that is not
 * known yet is probed first.
 *
 * @param say told what a person may want to know while waiting
 * @throws FigtreeError `input.invalid`, `model.notInstalled`, or the reason why the endpoint cannot be used
 */
export async function openModel(options: SolveOptions, signal: AbortSignal, say: (text: string) => void): Promise<VisionModel> {
  if (options.endpoint === undefined) {
    if (options.model !== undefined) throw new FigtreeError("input.invalid", { field: "--model", value: options.model, message: "It names a model of an endpoint: give --endpoint too." });
    return openEmbedded(options.embedded === true ? undefined : options.embedded);
  }
  if (options.embedded !== undefined) throw new FigtreeError("input.invalid", { field: "--embedded", message: "Choose either --endpoint or --embedded." });
  const endpoint = {
    ...endpointOptions(options),
    onPause: (reason: Parameters<typeof describeError>[0], milliseconds: number) => say(`${describeError(reason).what} Waiting ${Math.round(milliseconds / 1000)} s before the next try.\n`),
    onResume: () => say("The endpoint answers again.\n"),
  };
  return options.probe === false ? createEndpointModel(endpoint) : openProfiledEndpoint(endpoint, createProfileFiles(process.env), signal);
}

/** How the options say an endpoint is reached. Throws `input.invalid`. */
export function endpointOptions({ endpoint, model, apiKeyEnv, inFlight, timeout }: Pick<SolveOptions, "endpoint" | "model" | "apiKeyEnv" | "inFlight" | "timeout">): Omit<ProbeOptions, "signal"> {
  if (endpoint === undefined) throw new FigtreeError("input.invalid", { field: "--endpoint", message: "The base URL of an endpoint is needed." });
  if (model === undefined) throw new FigtreeError("input.invalid", { field: "--model", message: "An endpoint needs the name of a model." });
  return {
    baseUrl: endpoint,
    model,
    ...optional("apiKey", readKey(apiKeyEnv)),
    ...optional("inFlight", wholeNumberOption("--in-flight", inFlight, 1, 256)),
    timeouts: timeoutsOf(wholeNumberOption("--timeout", timeout, 1, 86_400) ?? 600),
    logger: silentLogger,
    clock: systemClock,
    random: Math.random,
  };
}

async function openEmbedded(named: string | undefined): Promise<VisionModel> {
  const found = named === undefined ? { folder: sampleFolder } : await embeddedFolder(named, process.env);
  return createEmbeddedModel({ ...found, sample: named === undefined, processFile: embeddedProcessFile, logger: silentLogger });
}

const timeoutsOf = (seconds: number) => ({ firstByteSeconds: seconds, totalSeconds: 2 * seconds });

/** An option that is left out rather than undefined. */
const optional = <Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } => (value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value }));

function readKey(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const key = process.env[variable];
  if (key === undefined || key === "") throw new FigtreeError("input.invalid", { field: "--api-key-env", value: variable, message: "This environment variable is not set." });
  return key;
}
