/** File-name suffixes of transformers.js's weight types, in the order in which a CPU is best served. */
const suffixes = [
  ["fp32", ""],
  ["q8", "_quantized"],
  ["int8", "_int8"],
  ["uint8", "_uint8"],
  ["q4", "_q4"],
  ["bnb4", "_bnb4"],
  ["q4f16", "_q4f16"],
  ["fp16", "_fp16"],
  ["q2", "_q2"],
  ["q2f16", "_q2f16"],
  ["q1", "_q1"],
  ["q1f16", "_q1f16"],
] as const;

export type WeightType = (typeof suffixes)[number][0];

/**
 * Chooses a weight type for each part of a model (`vision_encoder`, `decoder_model_merged`, ...) by
 * the files that are there: the preferred type if its file exists, else the first of the list above.
 */
export function chooseWeights(files: readonly string[], preferred: Readonly<Record<string, unknown>> | string | undefined): Record<string, WeightType> {
  const stems = new Set(files.filter((file) => file.endsWith(".onnx")).map((file) => file.slice(0, -".onnx".length)));
  const parts = new Map<string, WeightType[]>();
  for (const stem of stems) {
    const [type, suffix] = suffixes.findLast(([, ending]) => ending !== "" && stem.endsWith(ending)) ?? suffixes[0];
    const part = stem.slice(0, stem.length - suffix.length);
    parts.set(part, [...(parts.get(part) ?? []), type]);
  }
  return Object.fromEntries(
    [...parts].map(([part, types]) => {
      const wanted = typeof preferred === "string" ? preferred : preferred?.[part];
      const type = types.find((one) => one === wanted) ?? suffixes.map(([one]) => one).find((one) => types.includes(one))!;
      return [part, type];
    }),
  );
}
