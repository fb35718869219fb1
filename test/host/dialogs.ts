import * as vscode from "vscode";

/** How a person answers VS Code's dialogs during a test; what is not named is dismissed. */
export interface Answers {
  /** Chooses among the items that were offered, by label. */
  readonly pick?: (labels: readonly string[], title: string) => string | undefined | Promise<string | undefined>;
  /** Where several may be chosen: all of the labels that this names. */
  readonly pickMany?: (labels: readonly string[], title: string) => readonly string[] | undefined;
  readonly type?: (prompt: string, value: string) => string | undefined;
  readonly open?: vscode.Uri;
  readonly save?: vscode.Uri;
  /** The button of a message, by its label; undefined dismisses it. */
  readonly press?: (message: string, buttons: readonly string[]) => string | undefined;
}

export interface Dialogs {
  /** Messages that were shown. */
  readonly said: readonly string[];
  restore(): void;
}

type Message = (message: string, ...rest: readonly unknown[]) => Promise<string | undefined>;

/** Answers the dialogs for the time of a test. */
export function answerDialogs({ pick, pickMany, type, open, save, press }: Answers): Dialogs {
  const said: string[] = [];
  const { showQuickPick, showInputBox, showOpenDialog, showSaveDialog, showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const message: Message = (text, ...rest) => {
    said.push(text);
    return Promise.resolve(press?.(text, rest.filter((each): each is string => typeof each === "string")));
  };
  Object.assign(vscode.window, {
    showQuickPick: async (items: readonly (vscode.QuickPickItem | string)[], options?: vscode.QuickPickOptions) => {
      const labels = items.map((item) => (typeof item === "string" ? item : item.label));
      if (options?.canPickMany === true) {
        const chosen = pickMany?.(labels, options.title ?? "");
        return chosen && items.filter((_, index) => chosen.includes(labels[index]!));
      }
      const wanted = await pick?.(labels, options?.title ?? "");
      return items[labels.indexOf(wanted ?? "\0")];
    },
    showInputBox: (options?: vscode.InputBoxOptions) => Promise.resolve(type?.(options?.prompt ?? "", options?.value ?? "")),
    showOpenDialog: () => Promise.resolve(open === undefined ? undefined : [open]),
    showSaveDialog: () => Promise.resolve(save),
    showInformationMessage: message, showWarningMessage: message, showErrorMessage: message,
  });
  return { said, restore: () => void Object.assign(vscode.window, { showQuickPick, showInputBox, showOpenDialog, showSaveDialog, showInformationMessage, showWarningMessage, showErrorMessage }) };
}

/** Runs something with answered dialogs, and gives what was said; `action` sees it as it comes. */
export async function withAnswers(answers: Answers, action: (said: readonly string[]) => PromiseLike<unknown>): Promise<readonly string[]> {
  const dialogs = answerDialogs(answers);
  try {
    await action(dialogs.said);
    return dialogs.said;
  } finally {
    dialogs.restore();
  }
}
