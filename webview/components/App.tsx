import { useLayoutEffect } from "preact/hooks";
import type { PanelCommand, PanelState } from "../../src/protocol";
import { useDraft } from "../hooks/useDraft";
import { useFigureInput } from "../hooks/useFigureInput";
import { KeptContext, useKeptStore } from "../hooks/useKept";
import { usePanel, type Panel } from "../hooks/usePanel";
import { usePictures } from "../hooks/usePictures";
import type { Host } from "../host";
import { translate } from "../l10n";
import { isOtherProblem } from "../models/comparison";
import { isBusy } from "../models/panelState";
import { AnswerCard } from "./AnswerCard";
import { ComparisonTable } from "./ComparisonTable";
import type { ExemplarJudge } from "./ExemplarCard";
import { FigureCard } from "./FigureCard";
import { Foldable } from "./Foldable";
import { LiveRegion } from "./LiveRegion";
import { ProblemBanner } from "./ProblemBanner";
import { ProblemText } from "./ProblemText";
import { Progress } from "./Progress";
import { QuestionBox } from "./QuestionBox";
import { Results } from "./Results";
import { RunBar } from "./RunBar";
import { Steps } from "./Steps";
import { Welcome } from "./Welcome";

const isOutdated = ({ snapshot, figure, question, mode }: PanelState): boolean =>
  snapshot !== null && mode === "solve" && figure !== null && (snapshot.problem.image.sha256 !== figure.info.sha256 || snapshot.problem.question !== question);

function Shown({ host, view, panel }: { readonly host: Host; readonly view: Panel; readonly panel: PanelState }) {
  const { mode, figure, snapshot, status } = panel;
  const busy = isBusy(status);
  const control = useDraft(host, panel);
  const input = useFigureInput(host, mode === "trace" ? translate("This is a saved trace. Open Figtree to solve another figure.") : busy ? translate("Stop the search before you change the figure.") : undefined);
  const pictures = usePictures(host, view);
  const { pinned, banned } = panel.exemplars;
  const judge: ExemplarJudge = { pinned: new Set(pinned), banned: new Set(banned), locked: busy, judge: (id, verdict) => host.post({ type: "judgeExemplar", id, verdict }) };
  const command = (name: PanelCommand): void => host.post({ type: "command", command: name });
  const choose = (): void => command("pickFigure");
  const ready = mode === "solve" && figure !== null && !busy;

  // Before anything else happens in the page: a key must never find what was typed a frame ago.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!ready || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      control.solve();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  const info = figure?.info ?? snapshot?.problem.image;
  return (
    <div class={input.over ? "panel drop-target" : "panel"}>
      <LiveRegion panel={panel} />
      {panel.problem !== null && <ProblemBanner problem={panel.problem} run={command} />}
      {input.refusal !== "" && <p class="refusal" role="alert">{input.refusal}</p>}
      {busy && <Progress panel={panel} />}
      {figure === null && mode === "solve" && <Welcome model={panel.model} busy={busy} choose={choose} />}
      <div class={snapshot === null ? "columns single" : "columns"}>
        {info !== undefined && (figure !== null || mode === "trace") && (
          <div class="column-input">
            <FigureCard info={info} figure={figure} url={view.imageUrl(info.sha256)} change={mode === "trace" ? undefined : { replace: choose, remove: () => host.post({ type: "removeFigure" }), busy }} />
            {mode === "trace"
              ? <ProblemText question={snapshot?.problem.question ?? panel.question} choices={snapshot?.problem.choices ?? panel.choices} />
              : (
                <>
                  <QuestionBox control={control} locked={busy} />
                  <RunBar panel={panel} solve={control.solve} compare={control.compare} stop={() => host.post({ type: "stop" })} chooseModel={() => command("chooseModel")} exemplars={{ use: (on, count) => host.post({ type: "useExemplars", on, count }), free: (ids) => ids.forEach((id) => judge.judge(id, "free")) }} />
                </>
              )}
          </div>
        )}
        {snapshot !== null && (
          <div class="column-result">
            <AnswerCard snapshot={snapshot} outdated={isOutdated(panel)} explained={panel.problem !== null} copy={(text) => host.post({ type: "copy", text })} />
            {snapshot.best !== null && <Foldable name="steps" title={translate("Steps")} otherwise>{() => <Steps snapshot={snapshot} selected={panel.selectedNode} select={view.select} />}</Foldable>}
          </div>
        )}
      </div>
      {panel.comparison !== null && <ComparisonTable comparison={panel.comparison} outdated={isOtherProblem(panel, panel.comparison)} open={(row) => host.post({ type: "openCompared", row })} />}
      {snapshot !== null && (
        <Results
          panel={panel} snapshot={snapshot} reveal={view.reveal} select={view.select} save={() => host.post({ type: "saveTrace" })} addToLibrary={() => host.post({ type: "addToLibrary" })}
          pictures={pictures} judge={judge} solveAgain={control.solve}
        />
      )}
    </div>
  );
}

export function App({ host }: { readonly host: Host }) {
  const store = useKeptStore(host);
  const view = usePanel(host);
  const solve = view.panel?.snapshot?.id ?? null;
  const comparison = view.panel?.comparison?.rows.map(({ id, solve: stored, search }) => ({ row: id, solve: stored, search })) ?? [];
  useLayoutEffect(() => {
    if (view.panel !== null) store.update({ solve, comparison });
  }, [solve, JSON.stringify(comparison), view.panel === null]);
  return <KeptContext.Provider value={store}>{view.panel !== null && <Shown host={host} view={view} panel={view.panel} />}</KeptContext.Provider>;
}
