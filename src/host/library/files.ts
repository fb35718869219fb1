import * as vscode from "vscode";
import { editContext } from "../../core/exemplars";
import { toFigtreeError, type Exemplar } from "../../core/ports";
import { sentences } from "../../protocol";
import { libraryScheme } from "../ids";
import { explain } from "../words";
import { exemplarText } from "./exemplar-text";
import type { Library } from "./library";

const endings = { context: " (context).txt", text: ".txt" } as const;

/** What a person sees on the tab: the question, as far as a file name can hold it. */
function titleOf({ question, answer }: Exemplar): string {
  const words = (question.trim() === "" ? answer : question).replace(/[\\/:*?"<>|#%$`\p{C}]+/gu, " ").replace(/\s+/g, " ").trim();
  return words.length > 48 ? `${words.slice(0, 47).trimEnd()}…` : words === "" ? vscode.l10n.t("Exemplar") : words;
}

const uriOf = (exemplar: Exemplar, ending: string): vscode.Uri => vscode.Uri.from({ scheme: libraryScheme, path: `/${exemplar.id}/${titleOf(exemplar)}${ending}` });

/** The root, and the folder of each exemplar. */
const isFolder = ({ path }: vscode.Uri): boolean => path.split("/").filter((part) => part !== "").length < 2;

/** The exemplar in words: what it holds and every context with its rate. */
export const textUri = (exemplar: Exemplar): vscode.Uri => uriOf(exemplar, endings.text);
/** Its context, to be edited; saving checks and stores it. */
export const contextUri = (exemplar: Exemplar): vscode.Uri => uriOf(exemplar, endings.context);
export const pictureUri = (exemplar: Exemplar): vscode.Uri => uriOf(exemplar, exemplar.image.mediaType === "image/png" ? ".png" : ".jpg");

/** Exemplars as files, so that VS Code's own editors show their pictures and edit their contexts. Nothing else can be written. */
export class LibraryFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Versions by address, so that an editor notices a change. */
  readonly #times = new Map<string, number>();

  constructor(private readonly library: Library) {}

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (isFolder(uri)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const content = await this.readFile(uri);
    const { exemplar, part } = await this.#find(uri);
    return {
      type: vscode.FileType.File, ctime: exemplar.createdAt, mtime: Math.max(exemplar.updatedAt, this.#times.get(uri.toString()) ?? 0), size: content.byteLength,
      ...(part === "context" ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { exemplar, part } = await this.#find(uri);
    if (part === "text") return new TextEncoder().encode(exemplarText(exemplar));
    if (part === "context") return new TextEncoder().encode(exemplar.context ?? "");
    return (await this.#store()).readImage(exemplar.image.sha256);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const { exemplar, part } = await this.#find(uri);
    if (part !== "context") throw vscode.FileSystemError.NoPermissions(uri);
    try {
      await editContext(await this.#store(), exemplar.id, new TextDecoder().decode(content));
    } catch (thrown) {
      const { what, meaning } = explain(toFigtreeError(thrown, "library.unreachable"));
      throw vscode.FileSystemError.NoPermissions(sentences(what, meaning));
    }
    this.#times.set(uri.toString(), Date.now());
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }, { type: vscode.FileChangeType.Changed, uri: textUri(exemplar) }]);
    await this.library.refresh();
  }

  readDirectory(): [] {
    return [];
  }

  /** VS Code makes the folder of whatever it writes. */
  createDirectory(uri: vscode.Uri): void {
    if (!isFolder(uri)) throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #store(): Promise<NonNullable<Awaited<ReturnType<Library["open"]>>>> {
    const store = await this.library.open();
    if (store === undefined) throw vscode.FileSystemError.Unavailable();
    return store;
  }

  async #find(uri: vscode.Uri): Promise<{ readonly exemplar: Exemplar; readonly part: "text" | "context" | "picture" }> {
    const [, id = "", name = ""] = uri.path.split("/");
    const [exemplar] = await (await this.#store()).get([id]);
    if (exemplar === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const part = name.endsWith(endings.context) ? "context" : name.endsWith(endings.text) ? "text" : /\.(png|jpg)$/.test(name) ? "picture" : undefined;
    // Editors also look for files that belong to a folder's others, such as settings.
    if (part === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { exemplar, part };
  }
}
