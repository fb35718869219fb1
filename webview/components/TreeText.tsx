import { statistics, type TreeItem } from "../tree/treeModel";

function Branch({ id, items }: { readonly id: number; readonly items: readonly TreeItem[] }) {
  const item = items[id]!;
  return (
    <li>
      {item.best && <strong>Best path. </strong>}{item.label}{item.answer !== "" && <>: {item.answer}</>} <span class="note">({statistics(item)}{item.terminal && ", final"})</span>
      {item.children.length > 0 && <ol>{item.children.map((child) => <Branch key={child} id={child} items={items} />)}</ol>}
    </li>
  );
}

/** The tree as nested lists: for reading aloud, searching and copying. */
export const TreeText = ({ items }: { readonly items: readonly TreeItem[] }) => <ol class="tree-text"><Branch id={0} items={items} /></ol>;
