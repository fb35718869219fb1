import { Component, type ComponentChildren } from "preact";
import { gapAfter } from "../../src/protocol";
import { translate } from "../l10n";

interface Props {
  readonly report: (message: string) => void;
  readonly children: ComponentChildren;
}

/** Keeps a defect of the view from leaving an empty page without a word. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.props.report(error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error));
    this.setState({ failed: true });
  }

  override render() {
    const failed = translate("This view has failed.");
    return this.state.failed
      ? <div class="problem" role="alert"><div class="problem-text"><strong>{failed}</strong>{gapAfter(failed)}{translate("The solve itself is not affected. Close the panel and open it again; the log says more.")}</div></div>
      : this.props.children;
  }
}
