/** The report's own names for colours, as VS Code's theme has them. */
const theme = `
:root { --ground: var(--vscode-editor-background); --ink: var(--vscode-foreground); --quiet: var(--vscode-descriptionForeground, var(--vscode-foreground)); --line: var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border))); --one: var(--vscode-charts-blue); --two: var(--vscode-charts-orange); --three: var(--vscode-charts-green); --four: var(--vscode-charts-purple); --five: var(--vscode-charts-yellow); --six: var(--vscode-charts-red); }
body { padding: 0; font-family: var(--vscode-font-family, system-ui, sans-serif); font-size: var(--vscode-font-size, 13px); }
[tabindex]:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
`;

/**
 * A report's page as a webview shows it: in the colours of the theme, without scripts and network. Its own policy, which
 * names its own style alone, gives way to one that is as strict.
 * @param nonce fresh for each page, from a cryptographic source
 * Throws where the page has no head.
 */
export function reportPage(html: string, nonce: string): string {
  const end = html.indexOf("</head>");
  if (end < 0) throw new Error("The report has no head.");
  const head = html.slice(0, end).replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/i, `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'">`).replaceAll("<style>", `<style nonce="${nonce}">`);
  if (!head.includes(`'nonce-${nonce}'`)) throw new Error("The report has no policy.");
  return `${head}<style nonce="${nonce}">${theme}</style>\n${html.slice(end)}`;
}
