/** Data URLs and bearer keys never reach the log, whoever wrote the message. */
export function redact(message: string): string {
  return message
    .replace(/data:[\w/+.-]+;base64,[\w+/=-]+/g, "data:[removed]")
    .replace(/\b(bearer|api[-_]?key["':= ]+)\s*[\w.~+/=-]{6,}/gi, "$1 [removed]")
    .replace(/\bsk-[\w-]{6,}/g, "[removed]");
}
