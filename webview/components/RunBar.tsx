import { methodTitle, type PanelState } from "../../src/protocol";
import { counted } from "../models/format";
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

/** One button that solves or stops, one for a comparison, and with them what a run costs and where the figure goes. */
export function RunBar({ panel, solve, compare, stop, chooseModel, exemplars }: Props) {
  const { status, model, run, snapshot } = panel;
  const pictures = run.estimate.exemplarPictures ?? 0;
  const running = status === "solving" || status === "stopping";
  return (
    <section class="run-bar" aria-label="Run">
      {running
        ? <button type="button" class="primary" disabled={status === "stopping"} onClick={stop}><Icon name="stop" />{status === "stopping" ? "Stopping…" : "Stop"}</button>
        : <button type="button" class="primary" disabled={panel.figure === null || status === "preparing"} title="Ctrl+Enter or Cmd+Enter" onClick={solve}>{status === "preparing" ? "Reading the Figure…" : snapshot === null ? "Solve" : "Solve Again"}</button>}
      {!running && <button type="button" class="secondary" disabled={panel.figure === null || status === "preparing"} onClick={compare}>Compare Methods…</button>}
      <ExemplarSwitch plan={panel.exemplars} locked={running || status === "preparing"} {...exemplars} />
      <div class="run-facts">
        <div>{methodTitle(run.method)}, {run.preset}: at most {counted(run.estimate.requests, "request")}, {counted(run.estimate.samples, "reply", "replies")}{pictures === 0 ? "" : `, ${counted(pictures, "exemplar picture")}`}.</div>
        <div><span class="model-name">{model.label}</span>. {placeSentence(model)}</div>
        {model.sample && (
          <div class="sample-note">
            <Icon name="warning" />
            <span>This is a tiny sample model. It only reads figures like the bundled ones. <button type="button" class="link inline" onClick={chooseModel}>Choose another model</button></span>
          </div>
        )}
      </div>
    </section>
  );
}
