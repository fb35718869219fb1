import type { TreeItem } from "./treeModel";

/** Where a key leads in the tree (the keys of the ARIA tree pattern), or undefined for a key that does nothing here. */
export function nodeForKey(key: string, current: number, items: readonly TreeItem[], order: readonly number[]): number | undefined {
  const place = order.indexOf(current);
  switch (key) {
    case "ArrowDown":
      return order[place + 1];
    case "ArrowUp":
      return place > 0 ? order[place - 1] : undefined;
    case "ArrowLeft":
      return items[current]?.parent ?? undefined;
    case "ArrowRight":
      return items[current]?.children[0];
    case "Home":
      return order[0];
    case "End":
      return order.at(-1);
    default:
      return undefined;
  }
}
