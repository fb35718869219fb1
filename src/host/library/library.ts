import { existsSync } from "node:fs";
import type * as vscode from "vscode";
import { settleSpace } from "../../core/exemplars";
import type { Embedder, ExemplarStore, LibraryNotice } from "../../core/ports";
import type { EmbedderPlace } from "../settings/read-library";
import type { SettingsSource } from "../settings/settings";
import { DisposableStore } from "../disposables";
import { libraryPlace, type LibraryPlace } from "./place";

/** What a panel may be told without opening anything. */
export interface LibraryCounts {
  readonly exemplars: number;
  /** With a context and a pass rate above 0. */
  readonly verified: number;
}

/** What the library needs from outside; nothing of it is loaded before it is used. */
export interface LibraryParts {
  readonly settings: Pick<SettingsSource, "library" | "onDidChange">;
  /** Carries the news of its changes. */
  readonly changed: Pick<vscode.EventEmitter<void>, "event" | "fire" | "dispose">;
  /** Remembers counts and which notices were shown. */
  readonly memory: vscode.Memento;
  /** Folder of Figtree's own library. */
  readonly ownFolder: string;
  openStore(place: LibraryPlace): Promise<ExemplarStore>;
  /** Sets a damaged library back to its last whole version and opens it. */
  restoreStore(place: LibraryPlace): Promise<ExemplarStore>;
  openEmbedder(place: EmbedderPlace): Promise<Embedder>;
  /** Names the receiver and asks once before exemplars go there. False: the person said no. */
  allows(origin: string): Promise<boolean>;
  /** Asks once for the key of a keyed place. False: called off. */
  askForKey(origin: string): Promise<boolean>;
  /** Shown at most once for each place and kind. */
  tell(notice: LibraryNotice, place: string): void;
  /** Of a failure that nobody waits for. */
  log(message: string): void;
}

interface Opened<Value> {
  readonly key: string;
  readonly value: Promise<Value>;
}

const countsKey = (place: string): string => `figtree.libraryCounts:${place}`;
const spaceKey = (embedder: string): string => `figtree.embedderSpaceName:${embedder}`;
const toldKey = "figtree.libraryNotices";

/** The exemplar library of this window: opened when it is first used, once, and closed when its place changes. */
export class Library implements vscode.Disposable {
  readonly #listeners = new DisposableStore();
  /** Its contents, its place or its counts may have changed. */
  readonly onDidChange: vscode.Event<void>;
  #store: Opened<ExemplarStore> | undefined;
  #embedder: Opened<Embedder> | undefined;
  /** Counting goes on side by side: the one that began last is the newest. */
  #counting = 0;
  readonly #counted = new Map<string, number>();
  /** The present embedder under its name in the present store. */
  #settled: { readonly store: ExemplarStore; readonly embedder: Embedder; readonly value: Promise<Embedder> } | undefined;

  constructor(private readonly parts: LibraryParts) {
    this.onDidChange = parts.changed.event;
    this.#listeners.add(parts.changed);
    this.#listeners.add(parts.settings.onDidChange(() => this.#settingsChanged()));
  }

  /** Where it is now. Throws `input.invalid` for settings that are not usable. */
  get place(): LibraryPlace {
    return libraryPlace(this.parts.settings.library().place, this.parts.ownFolder);
  }

  /** As counted last, in whichever window; null where it never was. */
  get counts(): LibraryCounts | null {
    const place = this.#placeOrNone();
    return place === undefined ? null : (this.parts.memory.get<LibraryCounts>(countsKey(place.place)) ?? null);
  }

  /** True where using it costs nobody a question: a folder, or one that is open already. */
  get quiet(): boolean {
    return this.#opened !== undefined || this.#placeOrNone()?.origin === null;
  }

  /** True where there is something to look into: a folder that was never written to is an empty library. */
  get exists(): boolean {
    const place = this.#placeOrNone();
    return place !== undefined && (this.#opened !== undefined || place.origin !== null || existsSync(place.place));
  }

  /** Opens the store, or joins those who use it. Undefined: the person did not allow it. Throws `library.*`. */
  async open(): Promise<ExemplarStore | undefined> {
    return (await this.#openPlace())?.store;
  }

  /** Sets it back to its last whole version. Throws `library.damaged` where nothing whole is left. */
  async restore(): Promise<void> {
    const { place } = this;
    await this.#keep(JSON.stringify(place), place, () => this.parts.restoreStore(place)).value;
  }

  /** The embedder of the settings, its space named as in the store where that is open. Throws `embedder.*`, `endpoint.*`, `library.*`, `input.invalid`. */
  async embedder(): Promise<Embedder | undefined> {
    const { embedder } = this.parts.settings.library();
    const key = JSON.stringify(embedder);
    if (embedder.kind === "endpoint" && !(await this.#mayEmbedAt(embedder.origin))) return undefined;
    if (this.#embedder?.key !== key) {
      this.#closeEmbedder();
      const opened = (this.#embedder = { key, value: this.parts.openEmbedder(embedder) });
      opened.value.catch(() => {
        if (this.#embedder === opened) this.#embedder = undefined;
      });
    }
    const opened = await this.#embedder.value;
    const settled = await this.#settle(opened);
    // Read last: others may have waited for the same and told of it already.
    const before = this.parts.memory.get<string>(spaceKey(key));
    await this.parts.memory.update(spaceKey(key), settled.space.id);
    // Other weights under an old name are found out here alone.
    if (settled.space.id !== opened.space.id && settled.space.id !== before) this.parts.changed.fire();
    return settled;
  }

  /** Name of the present embedder's vectors as it was opened last; undefined where it never was. */
  get knownSpace(): string | undefined {
    return this.parts.memory.get<string>(spaceKey(JSON.stringify(this.parts.settings.library().embedder)));
  }

  /** The store where it is open already; nothing is opened for this. */
  get opened(): Promise<ExemplarStore> | undefined {
    return this.#opened?.value;
  }

  /** Counts anew and tells everybody; for whoever has changed something, and for views that come into sight. */
  async refresh(): Promise<void> {
    const turn = (this.#counting += 1);
    const opened = await this.#openPlace();
    if (opened === undefined) return;
    const { place, store } = opened;
    const [{ total: exemplars }, { total: verified }] = await Promise.all([store.list({ limit: 0 }), store.list({ limit: 0, state: "verified" })]);
    if (turn > (this.#counted.get(place) ?? 0)) {
      this.#counted.set(place, turn);
      await this.parts.memory.update(countsKey(place), { exemplars, verified });
    }
    this.parts.changed.fire();
  }

  /** Looks into it where that needs no question; failures go to the log, since nobody asked. */
  peek(): void {
    if (this.quiet && this.exists) this.refresh().catch((thrown: unknown) => this.parts.log(`The exemplar library could not be read: ${String(thrown)}`));
  }

  /** Closes it, so that the next use opens it anew. */
  reopen(): void {
    this.#closeStore();
    this.parts.changed.fire();
  }

  dispose(): void {
    this.#closeStore();
    this.#closeEmbedder();
    this.#listeners.dispose();
  }

  /** Opens the store, with the place that was opened: it may no longer be the present one. */
  async #openPlace(): Promise<{ readonly place: string; readonly store: ExemplarStore } | undefined> {
    const { place } = this;
    const key = JSON.stringify(place);
    if (this.#store?.key !== key) {
      if (place.origin !== null && !(await this.parts.allows(place.origin))) return undefined;
      if (place.keyed && !(await this.parts.askForKey(place.origin!))) return undefined;
      // Whoever was asked may have chosen another place meanwhile.
      if (JSON.stringify(this.place) !== key) return this.#openPlace();
    }
    const opened = this.#store?.key === key ? this.#store : this.#keep(key, place, () => this.parts.openStore(place));
    return { place: place.place, store: await opened.value };
  }

  #keep(key: string, place: LibraryPlace, open: () => Promise<ExemplarStore>): Opened<ExemplarStore> {
    this.#closeStore();
    const opened = (this.#store = { key, value: open() });
    opened.value.then(
      ({ notices }) => this.#tell(notices, place.place),
      () => {
        if (this.#store === opened) this.#store = undefined;
      },
    );
    return opened;
  }

  async #settle(embedder: Embedder): Promise<Embedder> {
    const store = await this.#opened?.value.catch(() => undefined);
    if (store === undefined) return embedder;
    if (this.#settled?.store !== store || this.#settled.embedder !== embedder) {
      const settled = (this.#settled = { store, embedder, value: settleSpace(store, embedder, new AbortController().signal) });
      settled.value.catch(() => {
        if (this.#settled === settled) this.#settled = undefined;
      });
    }
    return this.#settled.value;
  }

  async #mayEmbedAt(origin: string): Promise<boolean> {
    return (await this.parts.allows(origin)) && this.parts.askForKey(origin);
  }

  /** The store of the present place; one of another place is about to be closed. */
  get #opened(): Opened<ExemplarStore> | undefined {
    const place = this.#placeOrNone();
    return place !== undefined && this.#store?.key === JSON.stringify(place) ? this.#store : undefined;
  }

  #placeOrNone(): LibraryPlace | undefined {
    try {
      return this.place;
    } catch {
      return undefined;
    }
  }

  #settingsChanged(): void {
    const place = this.#placeOrNone();
    if (this.#store !== undefined && place !== undefined && this.#store.key !== JSON.stringify(place)) this.#closeStore();
    this.parts.changed.fire();
  }

  #tell(notices: readonly LibraryNotice[], place: string): void {
    for (const notice of notices) {
      // A missing native module stays missing, so that it is said once and not in every window; the others are news.
      const name = `${place} ${notice.code}`;
      const told = this.parts.memory.get<readonly string[]>(toldKey, []);
      if (notice.code === "fallback" && told.includes(name)) continue;
      if (notice.code === "fallback") void this.parts.memory.update(toldKey, [...told, name]);
      this.parts.tell(notice, place);
    }
  }

  #closeStore(): void {
    const opened = this.#store;
    this.#store = undefined;
    opened?.value.then((store) => store.close(), () => undefined).catch((thrown: unknown) => this.parts.log(`The exemplar library did not close cleanly: ${String(thrown)}`));
  }

  #closeEmbedder(): void {
    const opened = this.#embedder;
    this.#embedder = undefined;
    opened?.value.then((embedder) => embedder.dispose(), () => undefined).catch((thrown: unknown) => this.parts.log(`The embedder did not end cleanly: ${String(thrown)}`));
  }
}
