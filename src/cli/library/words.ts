import type { Exemplar, LibraryNotice } from "../../core/ports";
import { oneLine } from "../live";

export function noticeSentence({ code, detail }: LibraryNotice): string {
  const said = { fallback: "The library works without its database.", restored: "The library was set back.", damagedRecords: "Some exemplars could not be read." }[code];
  return oneLine(`${said} ${detail}`, Infinity);
}

/** How far a context can be trusted. */
function rateWords({ context, passRate }: Pick<Exemplar, "context" | "passRate">): string {
  if (context === null) return passRate === 0 ? "no context that passes" : "no context";
  return passRate === null ? "context not verified" : `pass rate ${passRate.toFixed(2)}`;
}

/** One exemplar in a line. */
export const exemplarLine = (exemplar: Exemplar): string => `${exemplar.id}  ${oneLine(exemplar.question, 70)} -> ${oneLine(exemplar.answer, 24)}  (${rateWords(exemplar)}${exemplar.subject === "" ? "" : `, ${oneLine(exemplar.subject, 24)}`})`;
