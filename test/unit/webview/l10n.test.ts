import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { describeComparison, describeError, enumerated, sentences, translator } from "../../../src/protocol";
import { speak, speakAsPage, translate } from "../../../webview/l10n";
import { count, duration, steps } from "../../../webview/models/format";
import { announcement, iterationText } from "../../../webview/models/progress";
import { spokenItem, treeItems } from "../../../webview/tree/treeModel";
import { chineseTexts } from "../../fixtures/chinese";
import { doneSnapshot, solvingSnapshot } from "../../fixtures/snapshots";

const chinese = chineseTexts(path.join(__dirname, "../../.."));
afterEach(() => speak("en", {}));

describe("the words of the view", () => {
  test("are English until the page says otherwise, and where it says nothing of use", () => {
    expect([translate("Solve"), steps(1), steps(1200)]).toEqual(["Solve", "1 step", "1,200 steps"]);
    for (const texts of [undefined, "", "[1]", "null", "{\"Solve\":3}"]) {
      speakAsPage({ lang: "", texts });
      expect([translate("Solve"), count(1200)]).toEqual(["Solve", "1,200"]);
    }
  });

  test("are Chinese where the page brings the catalogue, numbers included", () => {
    speakAsPage({ lang: "zh-cn", texts: JSON.stringify(chinese) });
    expect([translate("Solve"), steps(1), duration(312.4), iterationText(solvingSnapshot)]).toEqual(["求解", "1 个步骤", "5 分 12 秒", "第 3 次迭代，共 3 次"]);
    expect(announcement("done", doneSnapshot)).toBe("搜索完成。答案：35。");
  });

  test("follow the language's way of counting", () => {
    speak("de", {});
    expect(steps(1200)).toBe("1.200 steps");
  });

  test("leave the model's own words as they are", () => {
    speak("zh-cn", chinese);
    expect(spokenItem(treeItems(doneSnapshot)[1]!)).toBe("步骤 1：What are the values of B and E? 答案：B = 15 and E = 20. 价值 0.96、1 次访问、由 2 条相同的回复合并、位于最佳路径上。");
  });
});

describe("a translator", () => {
  test("fills places once, whatever the values hold, and keeps a place without a value", () => {
    const say = translator({ "{0} and {1}": "{1} und {0}" });
    expect([say("{0} and {1}", "{1}", "$&"), say("{0} or {1}", 1)]).toEqual(["$& und {1}", "1 or {1}"]);
    expect(translator({})("constructor")).toBe("constructor");
  });

  test("words a failure in three sentences, a server's own words as they came", () => {
    const { what, meaning, next, action } = describeError({ code: "endpoint.rejected", details: { place: "http://a", message: "no such field" } }, translator(chinese));
    expect(sentences(what, meaning, next)).toBe("http://a 拒绝了请求。No such field. 请检查模型和设置。");
    expect(action).toEqual({ label: "打开设置", command: "openSettings" });
    expect(describeError({ code: "endpoint.unreachable", details: { place: "http://a", machine: "b" } }, translator(chinese)).meaning).toBe("未能建立连接。");
  });

  test("puts sentences and lists together as the language does", () => {
    expect(describeComparison({ rows: [] }, translator(chinese))).toBe("没有方法得出答案。");
    expect([sentences("A.", "", "B."), sentences("甲。", "乙。")]).toEqual(["A. B.", "甲。乙。"]);
    expect([enumerated(["a", "b", "c"], translate), enumerated(["甲", "乙"], translator(chinese)), enumerated([], translate)]).toEqual(["a, b, c", "甲、乙", ""]);
  });
});
