import { english, type Translate } from "./translate";

/** A method as the papers write it. */
export function methodTitle(method: string): string {
  return new Map([["vrest", "VReST"], ["cot", "CoT"], ["qa", "QA"], ["cotVote", "CoT-Vote"], ["bestOfN", "Best-of-N"], ["tot", "ToT"], ["cantor", "Cantor"]]).get(method) ?? method;
}

/** What a person should know of a method before choosing it, in one sentence; empty for one that is not known. */
export function describeMethod(method: string, translate: Translate = english): string {
  switch (method) {
    case "vrest":
      return translate("Tree search over sub-questions with self-reward.");
    case "cot":
      return translate("One chain of steps, without a search.");
    case "qa":
      return translate("The answer at once, without steps.");
    case "cotVote":
      return translate("Several chains of steps; the answer of most of them.");
    case "bestOfN":
      return translate("Several chains of steps; the one whose last step is judged best.");
    case "tot":
      return translate("Several next steps at a time; always on with the one that is judged best.");
    case "cantor":
      return translate("Experts look at parts of the question; their findings are put together.");
    default:
      return "";
  }
}
