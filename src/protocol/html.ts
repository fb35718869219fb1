import type { Texts } from "./translate";

/** What one webview page needs; the addresses come from `asWebviewUri`, or from a server in tests. */
export interface PanelPage {
  /** Language of the page's words. */
  readonly language: string;
  /** The words in that language by their English ones; empty for English. */
  readonly texts: Texts;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Source expression of the webview's own resources (`webview.cspSource`). */
  readonly cspSource: string;
  /** Fresh for each page, from a cryptographic source, at least 128 bits. */
  readonly nonce: string;
  readonly title: string;
}

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The policy of every page that shows model text: no network at all, one script, own styles and fonts,
 * pictures from memory. No inline styles are allowed: KaTeX builds DOM nodes and sets their style
 * properties one by one, which a policy does not restrict, so model text can never smuggle a style in.
 */
export function contentSecurityPolicy(cspSource: string, nonce: string): string {
  return [
    "default-src 'none'",
    `img-src blob: ${cspSource}`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The one HTML builder of the panel and of the read-only trace editor. */
export function panelHtml({ scriptUri, styleUri, cspSource, nonce, title, language, texts }: PanelPage): string {
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(contentSecurityPolicy(cspSource, nonce))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${escapeAttribute(nonce)}" href="${escapeAttribute(styleUri)}">
<title>${escapeAttribute(title)}</title>
</head>
<body>
<div id="root" data-texts="${escapeAttribute(JSON.stringify(texts))}"></div>
<script type="module" nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>
`;
}
