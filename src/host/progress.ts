import * as vscode from "vscode";

/** Shows progress that a person can call off; percent is of the whole, or undefined where it is not known. */
export function withCancellableProgress<Result>(title: string, work: (signal: AbortSignal, report: (message: string, percent?: number) => void) => Promise<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, cancellable: true, title }, async (progress, token) => {
    const controller = new AbortController();
    const listener = token.onCancellationRequested(() => controller.abort());
    let shown = 0;
    try {
      return await work(controller.signal, (message, percent) => {
        progress.report({ message, ...(percent === undefined || percent <= shown ? {} : { increment: percent - shown }) });
        shown = Math.max(shown, percent ?? 0);
      });
    } finally {
      listener.dispose();
    }
  });
}
