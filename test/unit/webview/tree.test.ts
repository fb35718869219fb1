import { describe, expect, test } from "vitest";
import { nodeForKey } from "../../../webview/tree/keys";
import { layoutTree, styleFor, type PlacedNode } from "../../../webview/tree/layout";
import { bestPath, spokenItem, treeItems } from "../../../webview/tree/treeModel";
import { fitScale, zoomBy } from "../../../webview/tree/zoom";
import { beginningSnapshot, doneSnapshot, largeSnapshot } from "../../fixtures/snapshots";

const items = treeItems(doneSnapshot);
const overlap = (a: PlacedNode, b: PlacedNode): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("what a node says", () => {
  test("marks the winning path from the root on", () => {
    expect(bestPath(doneSnapshot)).toEqual([0, 1, 4]);
    expect(items.filter((item) => item.best).map((item) => item.id)).toEqual([0, 1, 4]);
  });
  test("a final step shows its answer, whether its trace was walked or not", () => {
    expect(items[4]).toMatchObject({ label: "What is the sum of B and E?", answer: "Answer: 35" });
    expect(items[5]).toMatchObject({ visits: 0, answer: "Answer: 36" });
  });
  test("is spoken in whole sentences", () => {
    expect(spokenItem(items[1]!)).toBe("Step 1: What are the values of B and E? Answer: B = 15 and E = 20. Value 0.96, 1 visit, merged from 2 equal replies, on the best path.");
    expect(spokenItem(items[13]!)).toBe("Final step: What are B and E together? Answer: 39. Value 0.33, 1 visit.");
  });
});

describe("layout", () => {
  test.each(["cards", "lines", "rows"] as const)("%s: every node once, inside, without overlap, children right of their parent", (style) => {
    const large = treeItems(largeSnapshot(120, 4));
    const { nodes, edges, width, height, order } = layoutTree(large, style, 900);
    expect(nodes.map((node) => node.id).toSorted((a, b) => a - b)).toEqual(large.map((item) => item.id));
    expect(edges).toHaveLength(119);
    const place = new Map(nodes.map((node) => [node.id, node]));
    for (const node of nodes) {
      expect(node.x >= 0 && node.y >= 0 && node.x + node.width <= width && node.y + node.height <= height).toBe(true);
      expect(nodes.some((other) => other !== node && overlap(node, other))).toBe(false);
      const parent = large[node.id]!.parent;
      if (parent !== null) expect(node.x).toBeGreaterThan(place.get(parent)!.x);
    }
    expect(order.slice(0, 4)).toEqual([0, 1, 5, 21]);
  });
  test("large trees use the panel's width and narrow panels a list", () => {
    expect([styleFor(14, 1000), styleFor(200, 1000), styleFor(14, 300)]).toEqual(["cards", "lines", "rows"]);
    expect(layoutTree(treeItems(largeSnapshot(500, 5)), "lines", 700).width).toBeLessThanOrEqual(700);
    expect(layoutTree(items, "rows", 300).width).toBe(300);
  });
  test("a tree of the question alone has one node", () => expect(layoutTree(treeItems(beginningSnapshot), "cards", 900).nodes).toHaveLength(1));
});

test("keys follow the tree pattern", () => {
  const { order } = layoutTree(items, "cards", 900);
  const go = (key: string, from: number): number | undefined => nodeForKey(key, from, items, order);
  expect([go("ArrowDown", 0), go("ArrowRight", 0), go("ArrowRight", 7), go("ArrowLeft", 11), go("ArrowUp", 1)]).toEqual([1, 1, 9, 9, 0]);
  expect([go("Home", 9), go("End", 0)]).toEqual([0, 8]);
  expect([go("ArrowUp", 0), go("ArrowLeft", 0), go("ArrowRight", 4), go("a", 0), go("ArrowDown", 8)]).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("zoom steps and fitting have ends", () => {
  expect([zoomBy(1, 1), zoomBy(1, -1), zoomBy(0.92, 1), zoomBy(2, 1), zoomBy(0.1, -1)]).toEqual([1.25, 0.85, 1, 2, 0.25]);
  expect([fitScale(2000, 1000, 0.25), fitScale(500, 1000, 0.25), fitScale(9000, 1000, 0.25), fitScale(0, 0, 0.5)]).toEqual([0.5, 1, 0.25, 1]);
});
