import { methodTitle, plural, type PanelState } from "../../src/protocol";
import { translate } from "../l10n";
import { count, replies, requests } from "../models/format";
import { placeSentence } from "../models/place";
import { ExemplarSwitch, type ExemplarSwitchProps } from "./ExemplarSwitch";
import { Icon } from "./Icon";

interface Props {
  readonly panel: PanelState;
  readonly solve: () => void;
  readonly compare: () => void;
  readonly stop: () => void;
  readonly chooseModel: () => void;
  readonly exemplars: Pick<ExemplarSwitchProps, "use" | "free">;
}

function costText({ run: { method, preset, estimate } }: PanelState): string {
  const pictures = estimate.exemplarPictures ?? 0;
  const values = [methodTitle(method), preset, requests(estimate.requests), replies(estimate.samples)] as const;
  if (pictures === 0) return translate("{0}, {1}: at most {2}, {3}.", ...values);
  return translate(plural(pictures, "{0}, {1}: at most {2}, {3}, {4} exemplar picture.", "{0}, {1}: at most {2}, {3}, {4} exemplar pictures."), ...values, count(pictures));
}

/** One button that solves or stops, one for a comparison, and with them what a run costs and where the figure goes. */
export function RunBar({ panel, solve, compare, stop, chooseModel, exemplars }: Props) {
  const { status, model, snapshot } = panel;
  const running = status === "solving" || status === "stopping";
  return (
    <section class="run-bar" aria-label={translate("Run")}>
      {running
        ? <button type="button" class="primary" disabled={status === "stopping"} onClick={stop}><Icon name="stop" />{status === "stopping" ? translate("Stopping…") : translate("Stop")}</button>
        : <button type="button" class="primary" disabled={panel.figure === null || status === "preparing"} title={translate("Ctrl+Enter or Cmd+Enter")} onClick={solve}>{status === "preparing" ? translate("Reading the Figure…") : snapshot === null ? translate("Solve") : translate("Solve Again")}</button>}
      {!running && <button type="button" class="secondary" disabled={panel.figure === null || status === "preparing"} onClick={compare}>{translate("Compare Methods…")}</button>}
      <ExemplarSwitch plan={panel.exemplars} locked={running || status === "preparing"} {...exemplars} />
      <div class="run-facts">
        <div>{costText(panel)}</div>
        <div><span class="model-name">{model.label}</span> · {placeSentence(model)}</div>
        {model.sample && (
          <div class="sample-note">
            <Icon name="warning" />
            <span>{translate("This is a tiny sample model. It only reads figures like the bundled ones.")} <button type="button" class="link inline" onClick={chooseModel}>{translate("Choose another model")}</button></span>
          </div>
        )}
      </div>
    </section>
  );
}
