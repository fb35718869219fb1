import type { RetrievalMode } from "../core/trace";
import { methodTitle } from "./methods";
import { english, enumerated, type Translate } from "./translate";

/** A row of a comparison as far as its title needs it. */
export interface ComparedMethod {
  readonly method: string;
  /** Final selection of VReST; null: as the settings say. */
  readonly select: string | null;
  readonly exemplars: { readonly mode: RetrievalMode; readonly overrides: object } | null;
  /** Settings apart from those that a person has set. */
  readonly overrides: object;
}

/** A changed setting in a few words; one without words of its own as in a method expression. */
function variation([name, value]: readonly [string, unknown], translate: Translate): string {
  switch (`${name}=${String(value)}`) {
    case "noR1=true":
      return translate("without R1");
    case "noR2=true":
      return translate("without R2");
    case "noPRM=true":
      return translate("last steps alone rewarded");
    case "textOnlyGeneration=true":
      return translate("steps without the figure");
    case "textOnlyUsefulness=true":
      return translate("R1 without the figure");
    case "textOnlyCorrectness=true":
      return translate("R2 without the figure");
    case "gate=true":
      return translate("with the gate");
    case "checkArithmetic=true":
      return translate("checked arithmetic");
    case "contexts=false":
      return translate("no reasoning contexts");
    case "alpha=0":
      return translate("no self-consistency reward");
    case "beta=0":
      return translate("no mutuality reward");
    case "reward=answerGrounded":
      return translate("answer-grounded reward");
    default:
      return value === true ? name : `${name}=${String(value)}`;
  }
}

/** The final selection of a search beside its method, as the paper writes it. */
const selectionTitle = (select: string): string => new Map([["greedy", "Greedy"], ["best", "Best"], ["vote", "Vote"], ["weighted", "Weighted"]]).get(select) ?? select;

function taughtTitle(title: string, mode: RetrievalMode, translate: Translate): string {
  if (mode === "none") return title;
  return mode === "random" ? translate("{0}, exemplars at random", title) : translate("{0}, exemplars by {1}", title, mode.toUpperCase());
}

/** A method with its selection, its choice of exemplars and what is changed in it, as the papers write them. */
export function comparedTitle({ method, select, exemplars, overrides }: ComparedMethod, translate: Translate = english): string {
  const title = select === null ? methodTitle(method) : `${methodTitle(method)} ${selectionTitle(select)}`;
  const changed = [...Object.entries(exemplars?.overrides ?? {}), ...Object.entries(overrides)].map((entry) => variation(entry, translate));
  return enumerated([taughtTitle(title, exemplars?.mode ?? "none", translate), ...changed], translate);
}

/** How VReST chooses among the traces of its search, in one sentence; empty for a selection that is not known. */
export function describeTraceChoice(select: string, translate: Translate = english): string {
  switch (select) {
    case "greedy":
      return translate("Tree search; the answer behind the best step each time.");
    case "best":
      return translate("Tree search; the answer of the best trace.");
    case "vote":
      return translate("Tree search; the answer of most traces.");
    case "weighted":
      return translate("Tree search; traces vote with their reward.");
    default:
      return "";
  }
}
