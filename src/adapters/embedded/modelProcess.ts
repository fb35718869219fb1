import { setMaxListeners } from "node:events";
import { fork, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { FigtreeError, type CompletionReply, type CompletionRequest, type Logger } from "../../core/ports";
import type { FromChild, LoadedReply, LoadOptions, ToChild, Work, YesNoReply } from "./messages";
import { mapPictures, RecentPictures } from "./pictures";

type OnText = NonNullable<CompletionRequest["onText"]>;
type AnyReply = CompletionReply | YesNoReply | LoadedReply;
type ReplyOf<Kind extends Work["kind"]> = { complete: CompletionReply; yesNo: YesNoReply; load: LoadedReply }[Kind];

interface Pending {
  readonly resolve: (reply: AnyReply) => void;
  readonly reject: (error: FigtreeError) => void;
  readonly onText: OnText | undefined;
}

/**
 * Owns the child process: started at the first request, started again after it died, ended by `dispose`.
 * An idle child does not keep Node alive.
 */
export class ModelProcess {
  private child: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private disposed = false;
  /** Whose bytes the child has. */
  private pictures = new RecentPictures<true>();
  /** The end of what the child wrote to stderr, for the sentence about a crash. */
  private lastWords = "";

  constructor(
    /** The built entry of the child process. */
    private readonly file: string,
    private readonly options: LoadOptions,
    private readonly logger: Logger,
  ) {}

  /** Sends work and waits for its reply; an aborted signal rejects at once with `cancelled` and stops the work. */
  request<Kind extends Work["kind"]>(work: Work & { readonly kind: Kind }, signal: AbortSignal, onText?: OnText): Promise<ReplyOf<Kind>> {
    if (signal.aborted || this.disposed) return Promise.reject(new FigtreeError("cancelled"));
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    return new Promise<AnyReply>((resolve, reject) => {
      const abort = (): void => {
        this.send(child, { type: "abort", id });
        this.pending.get(id)?.reject(new FigtreeError("cancelled"));
      };
      const settle = (): void => {
        signal.removeEventListener("abort", abort);
        this.pending.delete(id);
        this.holdWhileBusy(child);
      };
      const pending: Pending = {
        resolve: (reply) => (settle(), resolve(reply)),
        reject: (error) => (settle(), reject(error)),
        onText,
      };
      this.pending.set(id, pending);
      // Many calls of one search listen to one signal; Node takes more than ten for a leak.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", abort, { once: true });
      this.holdWhileBusy(child);
      this.sendWork(child, id, work);
    }) as Promise<ReplyOf<Kind>>;
  }

  /** Process id of the running child, if there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    const child = this.child;
    for (const one of [...this.pending.values()]) one.reject(new FigtreeError("cancelled"));
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    // Whoever waits for the end must live to see it.
    child.ref();
    // It holds nothing that needs saving, and may be deep in a computation that hears no request to end.
    child.kill("SIGKILL");
    await ended;
  }

  private start(): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    // Options meant for this process (an inspector's port, loaders) would break or slow the child.
    delete env["NODE_OPTIONS"];
    const child = fork(this.file, [], { serialization: "advanced", execArgv: [], env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.lastWords = "";
    this.pictures = new RecentPictures();
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-500);
      this.logger.info(`embedded model: ${text.trimEnd()}`);
    });
    child.on("message", (message) => this.receive(message as FromChild));
    child.on("error", (error) => this.ended(child, error.message));
    child.on("exit", (code, signal) => this.ended(child, signal === null ? `Its process ended with exit code ${String(code)}.` : `Its process was ended by ${signal}.`));
    this.send(child, { type: "options", options: this.options });
    return child;
  }

  private receive(message: FromChild): void {
    const pending = this.pending.get(message.id);
    if (message.type === "text") pending?.onText?.(message.sample, message.text, message.tokens ?? []);
    else if (message.type === "reply") pending?.resolve(message.reply);
    else {
      const error = new FigtreeError(message.code, message.details);
      pending?.reject(error);
      if (message.code !== "model.loadFailed") return;
      // The next request loads afresh: the folder may have been completed meanwhile. Those that wait met the same failure.
      for (const one of [...this.pending.values()]) one.reject(error);
      this.abandon();
    }
  }

  private abandon(): void {
    this.child?.kill("SIGKILL");
    this.child = undefined;
  }

  private ended(child: ChildProcess, message: string): void {
    if (this.child === child) this.child = undefined;
    else if (this.child !== undefined) return;
    const words = this.lastWords.trim();
    for (const one of [...this.pending.values()]) one.reject(new FigtreeError("model.crashed", { message: words === "" ? message : `${message} ${words}` }));
  }

  /** All calls of a solve show the same picture: its bytes cross to the child once. */
  private sendWork(child: ChildProcess, id: number, work: Work): void {
    const bare = mapPictures(work, (image) => {
      if (!this.pictures.has(image.sha256)) {
        this.pictures.put(image.sha256, true, image.bytes.byteLength);
        this.send(child, { type: "picture", image });
      }
      this.pictures.use(image.sha256);
      return { ...image, bytes: new Uint8Array() };
    });
    this.send(child, { type: "work", id, work: bare });
    this.pictures.trim();
  }

  private send(child: ChildProcess, message: ToChild): void {
    // A failing send means a dead child; its `exit` rejects what is pending.
    if (child.connected) child.send(message, () => undefined);
  }

  private holdWhileBusy(child: ChildProcess): void {
    const change = this.pending.size > 0 ? "ref" : "unref";
    child[change]();
    child.channel?.[change]();
    (child.stderr as Socket | null)?.[change]();
  }
}
