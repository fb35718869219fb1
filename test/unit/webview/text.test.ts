import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { markText } from "../../../webview/text/markdown";
import { mathAt } from "../../../webview/text/mathAt";
import { fitText, plainText } from "../../../webview/text/plainText";

const formulasOf = (text: string): readonly (readonly [string, boolean])[] => markText(text, false).formulas.map(({ tex, display }) => [tex, display]);

describe("formulas", () => {
  test.each<[string, [string, boolean][]]>([
    ["the angle $x^2$ is", [["x^2", false]]],
    ["$$a+b$$", [["a+b", true]]],
    ["so \\(x\\) and \\[y\\] follow", [["x", false], ["y", true]]],
    ["before\n\\[\nx = 1\n- 2\n\\]\nafter", [["x = 1\n- 2", true]]],
    ["$$\n# a\n$$", [["# a", true]]],
    ["- item $a_1*b*c$", [["a_1*b*c", false]]],
    ["$\\$5$", [["\\$5", false]]],
    ["**bold $x$**", [["x", false]]],
    ["it costs $3 and $5", []],
    ["$3000 and $3000", []],
    ["from $3 to $5, or $7.", []],
    ["$5 each, so $n$ cost", [["n", false]]],
    ["price: $ 5 $", []],
    ["US$ 3 and US$ 4", []],
    ["\\$5 and \\$6", []],
    ["code `$x$` stays", []],
    ["an open $x or \\(y", []],
    ["$a\n\nb$", []],
    ["$$ $$", []],
  ])("%j", (text, expected) => expect(formulasOf(text)).toEqual(expected));

  test("money with words between two amounts of the same kind is money", () => expect(mathAt("$5 plus tax is 6$", 0)).toBeUndefined());

  test("any text is marked without losing the order of its formulas, and never throws", () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom("$", "\\", "(", ")", "[", "]", "x", " ", "\n", "*", "`", "<", "\uE000", "\uE001", "0", "|", "-") }), (text) => {
      const { html, formulas } = markText(text, false);
      const marks = [...html.matchAll(/\uE000(\d+)\uE001/g)].map((match) => Number(match[1]));
      expect(new Set(marks).size).toBe(marks.length);
      for (const mark of marks) expect(mark).toBeLessThan(formulas.length);
    }));
  });
});

describe("Markdown of models", () => {
  const html = (text: string): string => markText(text, true).html;
  test.each([
    ["a<b and c>d", "a&lt;b and c&gt;d"],
    ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"],
    ["2*3*4 = 24", "2*3*4 = 24"],
    ["**so** *it* is", "<strong>so</strong> <em>it</em> is"],
    ["~5 and ~6", "~5 and ~6"],
    ["![secret](https://evil.example/x.png)", "[picture: secret]"],
    ["[here](https://evil.example/)", "here (https://evil.example/)"],
    ["[run](command:workbench.action.x)", "run (command:workbench.action.x)"],
    ["the interval [0, 1](2)", "the interval [0, 1](2)"],
    ["https://evil.example/a", "https://evil.example/a"],
  ])("%j", (text, expected) => expect(html(text)).toBe(expected));

  test("block text has no headings and no indented code, and very long text is cut and says so", () => {
    expect(markText("# Step\n\n    x = 1", false).html).toBe("<p><strong>Step</strong></p><p>    x = 1</p>\n");
    expect(markText("x".repeat(30_000), false).html).toContain("10,000 more characters are not shown");
  });
});

test("labels are one plain line, cut at wide characters too", () => {
  expect(plainText("**So** $\\frac{1}{2}\\times 4 = 2$\nand \\(90^\\circ\\)")).toBe("So 1/2×4 = 2 and 90°");
  expect(fitText("short", 10)).toBe("short");
  expect(fitText("a longer label", 9)).toBe("a longer…");
  expect(fitText("三角形的面积是多少", 9)).toBe("三角形…");
});
