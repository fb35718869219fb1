import type { ComponentChildren } from "preact";
import { useOpen } from "../hooks/useKept";

interface Props {
  /** Key under which the state is kept. */
  readonly name: string;
  readonly title: string;
  /** Short text beside the title. */
  readonly note?: string | undefined;
  readonly otherwise: boolean;
  readonly children: () => ComponentChildren;
}

/** A section that can be folded; its content is built only while it is open. */
export function Foldable({ name, title, note, otherwise, children }: Props) {
  const [open, setOpen] = useOpen(name, otherwise);
  return (
    <details class={`foldable section-${name}`} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
        {note !== undefined && <span class="note">{note}</span>}
      </summary>
      {open && <div class="foldable-body">{children()}</div>}
    </details>
  );
}
