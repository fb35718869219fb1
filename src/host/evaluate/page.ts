/** No scripts, no network, nothing but what the page itself holds. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

/** A report's page as a webview may show it: its own policy, if it has one, stays and counts too. Throws where it has no head. */
export function reportPage(html: string): string {
  const head = /<head(?:\s[^>]*)?>/i.exec(html);
  if (head === null) throw new Error("The report has no head.");
  const after = head.index + head[0].length;
  return `${html.slice(0, after)}\n<meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(after)}`;
}
