import { datasetReaders, type DatasetReader } from "../../bench";
import { FigtreeError } from "../../core/ports";
import { parseSpec, presets, splitSpecs, type MethodSpec, type PresetName } from "../../core/solve";
import type { LibraryChoice } from "../library/choice";
import { wholeNumberOption, type SolveOptions } from "../options";

/** What commander hands over for `figtree bench run`. */
export interface BenchRunOptions extends Pick<SolveOptions, "endpoint" | "model" | "apiKeyEnv" | "probe" | "embedded" | "inFlight" | "timeout" | "preset" | "seed" | "maxCalls" | "maxTokens" | "maxSeconds" | "json">, LibraryChoice {
  readonly dataset: string;
  readonly methods: string;
  readonly out: string;
  readonly split?: string;
  readonly limit?: string;
  readonly processes?: string;
  readonly judgeEndpoint?: string;
  readonly judgeModel?: string;
  readonly judgeKeyEnv?: string;
  readonly guess?: boolean;
  readonly extend?: boolean;
  readonly retryFailed?: boolean;
}

export interface ParsedBench {
  readonly reader: DatasetReader;
  readonly path: string;
  readonly specs: readonly MethodSpec[];
  readonly preset: PresetName;
  readonly seed: number;
  readonly limit: number | null;
  readonly processes: number;
  readonly inFlight: number;
  readonly caps: { readonly maxCalls: number | null; readonly maxTokens: number | null; readonly maxSeconds: number | null };
}

/** Problems at the same time where nothing is said. */
const DEFAULT_AT_ONCE = 8;

/** Checks everything that can be checked without opening anything. Throws `input.invalid` that names the option. */
export function parseBenchOptions(options: BenchRunOptions): ParsedBench {
  const [, name = "", path = ""] = /^([a-z]+):(.+)$/is.exec(options.dataset) ?? [];
  const reader = Object.values(datasetReaders).find((each) => each.name === name.toLowerCase());
  if (reader === undefined) throw new FigtreeError("input.invalid", { field: "--dataset", value: options.dataset, message: `It must be NAME:PATH with one of ${Object.keys(datasetReaders).join(", ")}.` });
  const preset = (Object.keys(presets) as PresetName[]).find((each) => each === (options.preset ?? "paper"));
  if (preset === undefined) throw new FigtreeError("input.invalid", { field: "--preset", value: options.preset!, message: `It must be one of ${Object.keys(presets).join(", ")}.` });
  if (options.out === "") throw new FigtreeError("input.invalid", { field: "--out", message: "It needs the name of a folder." });
  if ((options.judgeEndpoint === undefined) !== (options.judgeModel === undefined)) throw new FigtreeError("input.invalid", { field: "--judge-endpoint and --judge-model", message: "A judge needs both." });
  const processes = wholeNumberOption("--processes", options.processes, 1, 64) ?? 1;
  if (processes > 1 && options.endpoint !== undefined) throw new FigtreeError("input.invalid", { field: "--processes", message: "Only the embedded model runs in processes of its own." });
  const specs = splitSpecs(options.methods).map(parseSpec);
  if (options.library !== undefined && specs.every(({ exemplars }) => exemplars === null || exemplars.mode === "none")) throw new FigtreeError("input.invalid", { field: "--library", value: options.library, message: "No method uses exemplars: name one such as rcts+vrest." });
  return {
    reader, path, preset, processes, specs,
    seed: wholeNumberOption("--seed", options.seed, 0, 4294967295) ?? 0,
    limit: wholeNumberOption("--limit", options.limit, 1, 1e9) ?? null,
    inFlight: wholeNumberOption("--in-flight", options.inFlight, 1, 256) ?? (options.endpoint === undefined ? 2 * processes : DEFAULT_AT_ONCE),
    caps: {
      maxCalls: wholeNumberOption("--max-calls", options.maxCalls, 1, 1e9) ?? null,
      maxTokens: wholeNumberOption("--max-tokens", options.maxTokens, 1, 1e12) ?? null,
      maxSeconds: wholeNumberOption("--max-seconds", options.maxSeconds, 1, 1e6) ?? null,
    },
  };
}
