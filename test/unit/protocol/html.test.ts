import { expect, test } from "vitest";
import { contentSecurityPolicy, panelHtml } from "../../../src/protocol";

const page = { scriptUri: "https://host/webview.js", styleUri: "https://host/webview.css", cspSource: "https://host", nonce: "abc123", title: "Figtree", language: "en", texts: {} };

test("the policy closes the network and allows no inline code or style", () => {
  const policy = contentSecurityPolicy("https://host", "abc123");
  const directives = new Map(policy.split("; ").map((line) => [line.split(" ")[0]!, line.split(" ").slice(1)]));
  expect(directives.get("default-src")).toEqual(["'none'"]);
  expect(directives.get("script-src")).toEqual(["'nonce-abc123'"]);
  expect(directives.get("img-src")).toEqual(["blob:", "https://host"]);
  expect(directives.has("connect-src")).toBe(false);
  expect(policy).not.toContain("unsafe");
});

test("the page names its resources and cannot be broken out of by a title", () => {
  const html = panelHtml({ ...page, title: `"><script>alert(1)</script>` });
  expect(html).toContain(`<script type="module" nonce="abc123" src="https://host/webview.js">`);
  expect(html).not.toContain("<script>alert");
  expect(html.match(/<script/g)).toHaveLength(1);
});

test("the words of the page are data: no translation can break out of them", () => {
  const html = panelHtml({ ...page, language: "zh-cn", texts: { Solve: `"><script>alert(1)</script>&'` } });
  expect(html).toContain(`<html lang="zh-cn">`);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(/data-texts="([^"]*)"/.exec(html)![1]!.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")).toBe(JSON.stringify({ Solve: `"><script>alert(1)</script>&'` }));
});
