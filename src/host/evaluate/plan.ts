import { z } from "zod";
import { retrievalDefaults, type RetrievalSettings } from "../../core/exemplars";
import { methodInfo, methodNames, settingsOf, type MethodName, type MethodSpec, type PresetName, type SettingOverrides } from "../../core/solve";
import type { RetrievalMode } from "../../core/trace";

/** How one evaluation was begun, so that it can be gone on with. Knows no VS Code. */
export const evaluationSchema = z.object({
  format: z.literal("figtree-evaluation"),
  version: z.literal(1),
  title: z.string(),
  /** `library`: these exemplars, each asked without itself. `reader`: a copy of a data set at a path. */
  set: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("library"), ids: z.array(z.string()).min(1) }),
    z.object({ kind: z.literal("reader"), name: z.string(), path: z.string() }),
  ]),
  /** Problems that are drawn; null: all. */
  limit: z.number().int().min(1).nullable(),
  seed: z.number().int().min(0).max(4294967295),
  preset: z.enum(["quick", "balanced", "paper"]),
  /** Specs of the methods, those with exemplars among them. */
  specs: z.array(z.string()).min(1),
  model: z.object({ name: z.string(), place: z.string() }),
  startedAt: z.number(),
  /** As of the last sitting; null before it ended. */
  end: z.object({ reason: z.enum(["completed", "cancelled", "budget", "gone"]), done: z.number(), total: z.number(), failed: z.number() }).nullable(),
});

export type Evaluation = z.infer<typeof evaluationSchema>;
export type EvaluationSet = Evaluation["set"];

/** Undefined where the text is of another kind. */
export function readEvaluation(text: string): Evaluation | undefined {
  try {
    return evaluationSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** What the run as a whole decides, or what stands apart in a spec. */
const notOfOneMethod: readonly string[] = ["select", "seed", "maxCalls", "maxTokens", "maxSeconds"];

/** Only what differs from the preset, so that rows of reports keep short names. */
function overridesOf(method: MethodName, preset: PresetName, overrides: SettingOverrides): SettingOverrides {
  const usual = settingsOf(preset, {}, method);
  const known = methodInfo[method].settings.filter((name) => !notOfOneMethod.includes(name));
  return Object.fromEntries(known.flatMap((name) => (overrides[name] === undefined || overrides[name] === usual[name] ? [] : [[name, overrides[name]]])));
}

function retrievalOverrides(retrieval: Partial<RetrievalSettings>): Partial<RetrievalSettings> {
  return Object.fromEntries(Object.entries(retrieval).filter(([name, value]) => name !== "mode" && name !== "seed" && value !== retrievalDefaults[name as keyof RetrievalSettings]));
}

/**
 * Each method twice, without exemplars and with them: the comparison of the two is what an evaluation is for. Settings
 * that the person has set apart from the preset count for both.
 */
export function pairedSpecs(methods: readonly MethodName[], mode: Exclude<RetrievalMode, "none">, preset: PresetName, overrides: SettingOverrides, retrieval: Partial<RetrievalSettings>): MethodSpec[] {
  return methodNames.filter((method) => methods.includes(method)).flatMap((method): MethodSpec[] => {
    const plain: MethodSpec = { exemplars: null, method, select: method === "vrest" ? (overrides.select ?? null) : null, overrides: overridesOf(method, preset, overrides), scale: null };
    return [plain, { ...plain, exemplars: { mode, overrides: retrievalOverrides(retrieval) } }];
  });
}

/** Rough seconds that are left, from the pace of this sitting; null before the first solve. */
export function secondsLeft({ now, done, total }: { readonly now: number; readonly done: number; readonly total: number }, seconds: number): number | null {
  return now === 0 || done >= total ? null : (seconds / now) * (total - done);
}
