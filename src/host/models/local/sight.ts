/** Whether a server's list says that a model takes pictures. */
export type Sight = "sees" | "blind" | "unknown";

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {});
const wordsOf = (value: unknown): readonly string[] | undefined => (Array.isArray(value) ? value.filter((word): word is string => typeof word === "string").map((word) => word.toLowerCase()) : undefined);
const picture = /^(?:image|vision|multimodal)/;

/**
 * Reads what servers say about a model in their lists: kinds of input, capabilities (as a list or as switches),
 * a type of model, parts of its network. Nothing said is `unknown`.
 */
export function sightOf(entry: unknown): Sight {
  const fields = fieldsOf(entry);
  const inputs = [fields["input_modalities"], fieldsOf(fields["architecture"])["input_modalities"], fieldsOf(fields["modalities"])["input"], fields["modalities"]].map(wordsOf).find((words) => words !== undefined);
  if (inputs !== undefined) return inputs.some((word) => picture.test(word)) ? "sees" : "blind";
  const capabilities = wordsOf(fields["capabilities"]);
  if (capabilities !== undefined && capabilities.length > 0) return capabilities.some((word) => picture.test(word)) ? "sees" : "blind";
  const told = fieldsOf(fields["capabilities"])["vision"] ?? fieldsOf(fields["modalities"])["vision"];
  if (typeof told === "boolean") return told ? "sees" : "blind";
  if (fields["type"] === "vlm") return "sees";
  if (fields["type"] === "llm" || fields["type"] === "embeddings") return "blind";
  if (fields["projector_info"] !== undefined || Object.keys(fieldsOf(fields["model_info"])).some((name) => name.includes(".vision."))) return "sees";
  return "unknown";
}
