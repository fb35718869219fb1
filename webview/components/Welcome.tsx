import { sentences, type PanelState } from "../../src/protocol";
import { translate } from "../l10n";
import { placeSentence } from "../models/place";
import { Icon } from "./Icon";

interface Props {
  readonly model: PanelState["model"];
  readonly busy: boolean;
  readonly choose: () => void;
}

/** The empty panel: one way to begin, and the shortcuts beside it. */
export function Welcome({ model, busy, choose }: Props) {
  return (
    <section class="welcome" aria-label={translate("Begin")}>
      <div class="welcome-mark"><Icon name="figure" /></div>
      <h1>{translate("Solve a figure step by step")}</h1>
      <p>{translate("Choose a figure or a math diagram. Figtree searches a tree of sub-questions and shows how it found the answer.")}</p>
      <button type="button" class="primary" disabled={busy} onClick={choose}>{busy ? translate("Reading the Figure…") : translate("Choose a Figure")}</button>
      <p class="hint">{translate("You can also paste a picture, or drop a file here (hold Shift while you drop).")}</p>
      <p class="hint">{model.sample ? sentences(translate("The tiny sample model only reads figures like the bundled ones."), placeSentence(model)) : `${model.label} · ${placeSentence(model)}`}</p>
    </section>
  );
}
