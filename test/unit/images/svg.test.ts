import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import fc from "../../fixtures/properties";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { cleanSvg } from "../../../src/adapters/images/svg/clean";
import { cleanCss } from "../../../src/adapters/images/svg/css";
import { drawSvg } from "../../../src/adapters/images/svg/draw";
import { writeSvg } from "../../../src/adapters/images/svg/write";
import { parseXml } from "../../../src/adapters/images/svg/xml";
import { FigtreeError } from "../../../src/core/ports";
import { claimedPng, near, pixelsOf, svg } from "./make";

let hits: string[] = [];
let origin = "";
const secret = path.join(mkdtempSync(path.join(tmpdir(), "figtree-svg-")), "secret.png");
const server = createServer((request, response) => {
  hits.push(request.url ?? "");
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  writeFileSync(secret, await sharp({ create: { width: 400, height: 300, channels: 3, background: "#0f0" } }).png().toBuffer());
});
afterAll(() => server.close());

/** The honest part of every hostile drawing. */
const square = '<rect x="0" y="0" width="400" height="300" fill="white"/><rect x="20" y="20" width="100" height="100" fill="#f00"/>';

const hostile: readonly (readonly [string, () => Buffer])[] = [
  ["script", () => svg(`<script>fetch("${origin}/script")</script><script href="${origin}/src.js"/>${square}`)],
  ["event handlers", () => svg(`<g onload="fetch('${origin}/on')">${square}</g>`, `width="400" height="300" onload="fetch('${origin}/root')"`)],
  ["foreignObject", () => svg(`${square}<foreignObject width="400" height="300"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${origin}/frame"/></foreignObject>`)],
  ["remote image", () => svg(`${square}<image xlink:href="${origin}/a.png" width="400" height="300"/>`)],
  ["remote image, plain href", () => svg(`${square}<image href="${origin}/a.png" width="400" height="300"/>`)],
  ["remote image, odd case and space", () => svg(`${square}<image href=" ${origin.replace("http", "HTTP")}/a.png" width="400" height="300"/>`)],
  ["file image", () => svg(`${square}<image href="file://${secret}" width="400" height="300"/><image href="${secret}" width="400" height="300"/>`)],
  ["prefix of another name", () => svg(`${square}<image xmlns:l="http://www.w3.org/1999/xlink" l:href="${origin}/a.png" width="400" height="300"/>`)],
  ["drawing in a data URL", () => svg(`${square}<image href="data:image/svg+xml;base64,${svg(`<image href="${origin}/nested.png" width="9" height="9"/>`).toString("base64")}" width="400" height="300"/>`)],
  ["drawing that claims to be PNG", () => svg(`${square}<image href="data:image/png;base64,${svg("<rect width='400' height='300'/>").toString("base64")}" width="400" height="300"/>`)],
  ["remote use", () => svg(`${square}<use href="${origin}/a.svg#x"/>`)],
  ["filter image", () => svg(`<filter id="f"><feImage href="${origin}/fe.png"/></filter>${square}<rect width="0" height="0" filter="url(#f)"/>`)],
  ["style sheet", () => svg(`<style>@import url("${origin}/a.css"); @import '${origin}/b.css'; @font-face { font-family: x; src: url(${origin}/f.woff) } rect { mask: url(${origin}/m.svg#m) }</style>${square}`)],
  ["escaped style", () => svg(`<style>rect { mask: \\75 rl(${origin}/esc) } @\\69mport "${origin}/esc.css";</style>${square}`)],
  ["style in CDATA", () => svg(`<style><![CDATA[ @import url("${origin}/cdata.css"); ]]></style>${square}`)],
  ["style attribute", () => svg(`<g style="fill: url(${origin}/p#q)"/><g fill="url('${origin}/p#q')"/>${square}`)],
  ["style sheet instruction", () => svg(square, undefined, `<?xml version="1.0"?><?xml-stylesheet href="${origin}/pi.css" type="text/css"?>`)],
  ["external entity", () => svg(`${square}<text x="0" y="290">&file;&web;</text>`, undefined, `<!DOCTYPE svg [<!ENTITY file SYSTEM "file://${secret}"><!ENTITY web SYSTEM "${origin}/entity">]>`)],
  ["external document type", () => svg(`${square}<text>&from;</text>`, undefined, `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${origin}/svg.dtd">`)],
  ["growing entities", () => svg(`${square}<text x="0" y="290">&i;</text>`, undefined, `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[..."bcdefghi"].map((name, index) => `<!ENTITY ${name} "${`&${"abcdefgh"[index]!};`.repeat(10)}">`).join("")}]>`)],
  ["link", () => svg(`<a href="${origin}/link">${square}</a>`)],
  ["script link", () => svg(`<a xlink:href="javascript:alert(1)">${square}</a>`)],
  ["animation of a reference", () => svg(`${square}<image width="9" height="9"><set attributeName="href" to="${origin}/set.png"/><animate attributeName="href" values="${origin}/animate.png"/></image>`)],
  ["foreign name space", () => svg(`${square}<h:script xmlns:h="http://www.w3.org/1999/xhtml">fetch("${origin}/h")</h:script>`)],
];

test.each(hostile)("active content, %s: taken out, the rest drawn, nothing asked for", async (_, make) => {
  hits = [];
  const file = make();
  const clean = cleanSvg(parseXml(file.toString()))!;
  expect(writeSvg(clean.root).replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|file:|javascript:|secret|<!|<\?|script|onload/i);
  const { image, notes } = await prepareImage(file);
  const { at, width, height } = await pixelsOf(image.bytes);
  expect([width, height]).toEqual([1000, 750]);
  expect(near(at(175, 175), [255, 0, 0]), String(at(175, 175))).toBe(true);
  expect(near(at(800, 300), [255, 255, 255]), String(at(800, 300))).toBe(true);
  expect(notes.slice(0, 3)).toEqual(["removedActiveContent", "rasterised", "scaledUp"]);
  expect(hits).toEqual([]);
});

test("what only draws stays: gradients, uses, inner styles, pictures inside", async () => {
  const inner = (await sharp({ create: { width: 8, height: 8, channels: 3, background: "#00f" } }).png().toBuffer()).toString("base64");
  const file = svg(
    `<style>.a { fill: url(#g) } #b { fill: #0a0 }</style><defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient><rect id="r" width="100" height="100"/></defs>
     <rect width="400" height="300" fill="white"/><use xlink:href="#r" class="a"/><rect id="b" x="200" width="100" height="100"/>
     <image x="0" y="200" width="100" height="100" xlink:href="data:image/png;base64,${inner}"/>`,
    'viewBox="0 0 400 300"',
  );
  const { image, notes } = await prepareImage(file);
  const { at } = await pixelsOf(image.bytes);
  expect(notes).toEqual(["rasterised", "scaledUp"]);
  expect([at(100, 100), at(600, 100), at(100, 600)].map((colour) => colour.map((value) => Math.round(value / 10)))).toEqual([[26, 0, 0], [0, 17, 0], [0, 0, 26]]);
});

test.each([
  ["pixels", 'width="200" height="100"', [1000, 500], [200, 100]],
  // 72 pt are an inch, 96 pixels.
  ["points", 'width="72pt" height="36pt" viewBox="0 0 72 36"', [1000, 500], [96, 48]],
  ["view box alone", 'viewBox="0 0 50 100"', [500, 1000], [50, 100]],
  ["per cent", 'width="100%" height="100%" viewBox="0 0 50 100"', [500, 1000], [50, 100]],
  ["width and view box", 'width="2in" viewBox="0 0 20 40"', [500, 1000], [192, 384]],
  ["style against attributes", 'width="200" height="100" style="max-width: 10px; width: 10px"', [1000, 500], [200, 100]],
  ["large", 'width="4000" height="1000"', [2530, 632], [4000, 1000]],
  ["huge", 'width="1e9" height="1e9" viewBox="0 0 10 10"', [1264, 1265], [1e9, 1e9]],
] as const)("size from %s", async (_, attributes, sent, declared) => {
  const { image, original } = await prepareImage(svg('<rect width="9999" height="9999" fill="#00f"/>', attributes));
  expect([image.width, image.height]).toEqual(sent);
  expect([original.width, original.height, original.format]).toEqual([...declared, "svg"]);
});

test("a drawing without any size is drawn around what it shows", async () => {
  const { image } = await prepareImage(svg('<rect x="0" y="0" width="40" height="20" fill="#00f"/>', ""));
  expect(Math.abs(image.width - 1000)).toBeLessThan(30);
  expect(Math.abs(image.width / image.height - 2)).toBeLessThan(0.1);
});

test("light strokes on no ground get a dark one, a stated ground is kept", async () => {
  const light = await prepareImage(svg('<path d="M20 20 L380 280" stroke="white" stroke-width="4"/>'));
  expect((await pixelsOf(light.image.bytes)).at(990, 10)).toEqual([30, 30, 30]);
  expect(light.notes).toContain("flattenedOnDark");
  const stated = await prepareImage(svg('<path d="M20 20 L380 280" stroke="#888" stroke-width="4"/>', 'width="400" height="300" style="background: #112233"'));
  expect((await pixelsOf(stated.image.bytes)).at(990, 10)).toEqual([0x11, 0x22, 0x33]);
});

test("labels that a flow chart keeps as HTML are drawn as text, but not beside their own replacement", () => {
  const label = '<foreignObject x="10" y="10" width="100" height="40"><div xmlns="http://www.w3.org/1999/xhtml">Start<br/>here</div></foreignObject>';
  const alone = writeSvg(cleanSvg(parseXml(svg(label).toString()))!.root);
  expect(alone).toMatch(/<text x="60"[^>]*><tspan [^>]*>Start<\/tspan><tspan [^>]*>here<\/tspan><\/text>/);
  const replaced = writeSvg(cleanSvg(parseXml(svg(`<switch>${label}<text>Start</text></switch>`).toString()))!.root);
  expect(replaced.match(/Start/g)).toHaveLength(1);
});

test("compressed drawings, other encodings, and entities of drawing programs are read", async () => {
  const zipped = await prepareImage(gzipSync(svg(square)));
  expect([zipped.original.format, zipped.image.width]).toEqual(["svg", 1000]);
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(svg(square).toString(), "utf16le")]);
  expect((await prepareImage(wide)).image.width).toBe(1000);
  const entity = Buffer.from(`<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><x:svg xmlns:x="&ns;" width="400" height="300"><x:rect width="400" height="300" fill="#00f"/></x:svg>`);
  expect((await pixelsOf((await prepareImage(entity)).image.bytes)).at(500, 300)).toEqual([0, 0, 255]);
});

const many = (count: number, what: (index: number) => string): string => Array.from({ length: count }, (_, index) => what(index)).join("");

test.each([
  ["cut", () => svg(square).subarray(0, 200), "image.damaged"],
  ["crossing tags", () => svg("<g><a></g></a>"), "image.damaged"],
  ["uses of uses", () => svg(`<rect id="u0" width="9" height="9"/>${many(12, (index) => `<g id="u${String(index + 1)}">${`<use href="#u${String(index)}"/>`.repeat(10)}</g>`)}`), "image.unsupported"],
  ["patterns of patterns", () => svg(`<rect id="p0"/>${many(9, (index) => `<pattern id="p${String(index + 1)}" width="1" height="1">${`<rect width="1" height="1" fill="url(#p${String(index)})"/>`.repeat(10)}</pattern>`)}<rect width="9" height="9" fill="url(#p9)"/>`), "image.unsupported"],
  ["deep nesting", () => svg("<g>".repeat(5000) + "</g>".repeat(5000)), "image.unsupported"],
  ["too many masks", () => svg(`<mask id="m"><rect width="9" height="9"/></mask>${many(4000, () => '<rect width="400" height="300" mask="url(#m)"/>')}`), "image.unsupported"],
  ["growing simple entities", () => svg(`<text>${"&a;".repeat(20_000)}</text>`, undefined, `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(1999)}">]>`), "image.unsupported"],
  ["a bomb inside", () => svg(`<image width="9" height="9" href="data:image/png;base64,${claimedPng(30_000, 30_000).toString("base64")}"/>`), "image.tooLarge"],
] as const)("%s is refused with a code", async (_, make, code) => {
  await expect(prepareImage(make())).rejects.toMatchObject({ code });
});

test.each([
  ["time", { seconds: 1, megabytes: 4000 }],
  ["memory", { seconds: 100, megabytes: 20 }],
])("a drawing that takes too much %s is ended", async (_, limits) => {
  // One line of 80 000 characters keeps the library busy for minutes.
  const endless = svg(`<text x="1" y="20">${"abc ".repeat(20_000)}</text>`).toString();
  await expect(drawSvg(endless, 0, undefined, limits)).rejects.toMatchObject({ code: "image.unsupported" });
});

test("a circle of references is drawn without it", async () => {
  const { image } = await prepareImage(svg(`${square}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>`));
  expect(near((await pixelsOf(image.bytes)).at(175, 175), [255, 0, 0])).toBe(true);
});

test("any text either parses or is refused by type, and what is written parses to itself", () => {
  const piece = fc.constantFrom("<svg>", "</svg>", "<g a='1'>", "</g>", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "&#0;", "&#x110000;", "&x;", "<!DOCTYPE s [", "]>", "<!ENTITY x 'y'>", "<?p", "?>", "\u0000", "\ud800", '"', "=", " ", "xmlns:a='b'", "a:b");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = `<svg xmlns="http://www.w3.org/2000/svg">${pieces.join("")}</svg>`;
      try {
        const written = writeSvg(cleanSvg(parseXml(text))!.root);
        expect(writeSvg(cleanSvg(parseXml(written))!.root)).toBe(written);
      } catch (thrown) {
        if (!(thrown instanceof FigtreeError)) throw thrown;
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["fill: url('#a') red", "fill: url(#a) red", false],
  ["fill:url( #a )", "fill:url(#a)", false],
  ["fill: light-dark(#000, #fff); stroke: light-dark(rgb(1, 2, 3), rgb(4, 5, 6))", "fill: #000; stroke: rgb(1, 2, 3)", false],
  ["fill: url(http://a/b)", "fill: none", true],
  ["fill: u\\72l(http://a/b)", "fill: none", true],
  ["fill: \\\\75rl(http://a/b)", "fill: 75rl(http://a/b)", false],
  ["fill: url(//a/b", "fill: none", true],
  ["@im@import x;port url(y);", "", true],
  ["a/* */{ fill: red }", "a { fill: red }", false],
])("CSS %s", (css, cleaned, removed) => {
  expect(cleanCss(css)).toEqual({ css: cleaned, removed });
});
