import type { Warning } from "../core/trace";

/** Words something that a solve met without failing. One sentence for a person. */
export function describeWarning({ code, count, detail }: Warning): string {
  const many = (one: string, several: string): string => (count === 1 ? `1 ${one}` : `${count} ${several}`);
  const because = detail === "" ? "" : ` (${detail})`;
  switch (code) {
    case "unreadableReplies":
      return `${many("reply", "replies")} had no readable step and ${count === 1 ? "was" : "were"} left out${because}.`;
    case "missingSamples":
      return `The model returned ${many("sample", "samples")} fewer than asked for${because}.`;
    case "sampledProbabilities":
      return `The model gave no log-probabilities, so rewards are estimated from sampled replies and are coarse${because}.`;
    case "reasoningRemoved":
      return `Hidden reasoning was removed from ${many("reply", "replies")}${because}.`;
    case "cutReplies":
      return `${many("reply", "replies")} reached the token limit and ${count === 1 ? "was" : "were"} cut${because}.`;
    case "sampleModel":
      return "The answer comes from the tiny sample model, which only reads figures like the bundled ones.";
    case "preflight":
      return detail === "" ? "The figure was changed before it was sent." : detail;
  }
}
