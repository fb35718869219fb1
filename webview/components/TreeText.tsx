import { enumerated, gapAfter } from "../../src/protocol";
import { translate } from "../l10n";
import { statistics, type TreeItem } from "../tree/treeModel";

function Branch({ id, items }: { readonly id: number; readonly items: readonly TreeItem[] }) {
  const item = items[id]!;
  const best = translate("Best path.");
  const facts = [statistics(item), ...(item.terminal ? [translate("final")] : [])];
  return (
    <li>
      {item.best && <><strong>{best}</strong>{gapAfter(best)}</>}{item.answer === "" ? item.label : translate("{0}: {1}", item.label, item.answer)} <span class="note">{translate("({0})", enumerated(facts, translate))}</span>
      {item.children.length > 0 && <ol>{item.children.map((child) => <Branch key={child} id={child} items={items} />)}</ol>}
    </li>
  );
}

/** The tree as nested lists: for reading aloud, searching and copying. */
export const TreeText = ({ items }: { readonly items: readonly TreeItem[] }) => <ol class="tree-text"><Branch id={0} items={items} /></ol>;
