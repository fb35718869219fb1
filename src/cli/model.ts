import path from "node:path";
import { createEmbeddedModel } from "../adapters/embedded";
import { createEndpointModel } from "../adapters/openai";
import { systemClock } from "../adapters/system";
import { FigtreeError, silentLogger, type VisionModel } from "../core/ports";
import { embeddedFolder } from "./models";
import { wholeNumberOption, type SolveOptions } from "./options";

/** The bundle lies in dist/, its media beside that folder. */
export const sampleFolder = path.join(__dirname, "..", "media", "sample-model");
export const embeddedProcessFile = path.join(__dirname, "embedded-process.js");

/** The model that the options name: an endpoint, an embedded folder, an installed model, or the bundled sample. Throws `input.invalid`, `model.notInstalled`. */
export async function openModel(options: SolveOptions): Promise<VisionModel> {
  if (options.endpoint === undefined) {
    if (options.model !== undefined) throw new FigtreeError("input.invalid", { field: "--model", value: options.model, message: "It names a model of an endpoint: give --endpoint too." });
    return openEmbedded(options.embedded === true ? undefined : options.embedded);
  }
  if (options.embedded !== undefined) throw new FigtreeError("input.invalid", { field: "--embedded", message: "Choose either --endpoint or --embedded." });
  if (options.model === undefined) throw new FigtreeError("input.invalid", { field: "--model", message: "An endpoint needs the name of a model." });
  return createEndpointModel({
    baseUrl: options.endpoint,
    model: options.model,
    ...optional("apiKey", readKey(options.apiKeyEnv)),
    ...optional("inFlight", wholeNumberOption("--in-flight", options.inFlight, 1, 256)),
    timeouts: timeoutsOf(wholeNumberOption("--timeout", options.timeout, 1, 86_400) ?? 600),
    logger: silentLogger,
    clock: systemClock,
    random: Math.random,
  });
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
