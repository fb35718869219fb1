import type { Exemplar } from "../../core/ports";

/** What the side bar shows of a library, without VS Code. */
export type ExemplarState = "verified" | "unverified" | "flagged" | "bare";

/** `verified`: with a context that led back to the answer. `flagged`: its best context never did. `bare`: without a context. */
export function stateOf({ context, passRate }: Pick<Exemplar, "context" | "passRate">): ExemplarState {
  if (passRate === 0) return "flagged";
  if (context === null) return "bare";
  return passRate === null ? "unverified" : "verified";
}

/** "80 %", never "100 %" or "0 %" for something short of it. */
export function rateText(passRate: number): string {
  const rounded = Math.round(passRate * 100);
  return `${passRate < 1 ? Math.min(99, rounded) : 100} %`.replace(/^0 %$/, passRate > 0 ? "1 %" : "0 %");
}

export interface ExemplarGroup {
  /** Empty for exemplars without a subject. */
  readonly subject: string;
  readonly exemplars: readonly Exemplar[];
}

/** With fewer exemplars a list is easier to read than a tree. */
const few = 12;

/** By subject in alphabetical order, those without one last; null where a flat list does: they are few, or of one subject. */
export function groupExemplars(exemplars: readonly Exemplar[]): readonly ExemplarGroup[] | null {
  const groups = new Map<string, Exemplar[]>();
  for (const exemplar of exemplars) {
    const group = groups.get(exemplar.subject);
    if (group === undefined) groups.set(exemplar.subject, [exemplar]);
    else group.push(exemplar);
  }
  if (exemplars.length <= few || groups.size < 2) return null;
  const ordered = [...groups].map(([subject, members]) => ({ subject, exemplars: members }));
  return ordered.sort((a, b) => (a.subject === "" ? 1 : 0) - (b.subject === "" ? 1 : 0) || a.subject.localeCompare(b.subject));
}
