import { fork, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { FigtreeError, type Logger } from "../../core/ports";
import type { Description, FromChild, LoadOptions, ToChild, Work } from "./messages";

interface Pending {
  readonly child: ChildProcess;
  readonly resolve: (reply: readonly Float32Array[] | Description) => void;
  readonly reject: (error: FigtreeError) => void;
}

/**
 * Owns the child process in which embedding models run: started at the first request, started again after it
 * died, ended by `dispose`. An idle child does not keep Node alive.
 */
export class EmbedderProcess {
  private child: ChildProcess | undefined;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;
  private disposed = false;
  /** The end of what the child wrote to stderr, for the sentence about a crash. */
  private lastWords = "";

  constructor(
    /** The built entry of the child process (`embedder-process.js`). */
    private readonly file: string,
    private readonly options: LoadOptions,
    /** For the sentence about a failure. */
    private readonly name: string,
    private readonly logger: Logger,
  ) {}

  /** Process id while the child runs. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  describe(signal: AbortSignal): Promise<Description> {
    return this.request({ kind: "describe" }, signal) as Promise<Description>;
  }

  /** Vectors of length 1 in the order given. Rejects at once with `cancelled` when the signal is aborted. */
  embed(work: Exclude<Work, { readonly kind: "describe" }>, signal: AbortSignal): Promise<readonly Float32Array[]> {
    return this.request(work, signal) as Promise<readonly Float32Array[]>;
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

  private request(work: Work, signal: AbortSignal): Promise<readonly Float32Array[] | Description> {
    if (signal.aborted || this.disposed) return Promise.reject(new FigtreeError("cancelled"));
    const child = (this.child ??= this.start());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.send(child, { type: "abort", id });
        this.pending.get(id)?.reject(new FigtreeError("cancelled"));
      };
      const settle = (): void => {
        signal.removeEventListener("abort", abort);
        this.pending.delete(id);
        this.holdWhileBusy(child);
        if (child !== this.child && !this.isBusy(child)) child.kill("SIGKILL");
      };
      this.pending.set(id, { child, resolve: (reply) => (settle(), resolve(reply)), reject: (error) => (settle(), reject(error)) });
      signal.addEventListener("abort", abort, { once: true });
      this.holdWhileBusy(child);
      this.send(child, { type: "work", id, work });
    });
  }

  private start(): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    // Options meant for this process (an inspector's port, loaders) would break or slow the child.
    delete env["NODE_OPTIONS"];
    const child = fork(this.file, [], { serialization: "advanced", execArgv: [], env, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.lastWords = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-500);
      this.logger.info(`embedder: ${text.trimEnd()}`);
    });
    child.on("message", (message) => this.receive(child, message as FromChild));
    child.on("error", (error) => this.ended(child, error.message));
    child.on("exit", (code, signal) => this.ended(child, signal === null ? `Its process ended with exit code ${String(code)}.` : `Its process was ended by ${signal}.`));
    this.send(child, { type: "options", options: this.options });
    return child;
  }

  private receive(child: ChildProcess, message: FromChild): void {
    const pending = this.pending.get(message.id);
    if (message.type === "vectors") pending?.resolve(message.vectors);
    else if (message.type === "described") pending?.resolve(message.description);
    else {
      // transformers.js remembers what it did not find; the next request loads afresh in another process, since
      // the folder may be completed meanwhile. This one ends with its last request.
      if (message.code === "embedder.notAvailable" && this.child === child) this.child = undefined;
      pending?.reject(new FigtreeError(message.code, message.details));
    }
  }

  private isBusy(child: ChildProcess): boolean {
    return [...this.pending.values()].some((one) => one.child === child);
  }

  private ended(child: ChildProcess, message: string): void {
    if (this.child === child) this.child = undefined;
    const words = this.lastWords.trim();
    const lost = [...this.pending.values()].filter((one) => one.child === child);
    for (const one of lost) one.reject(new FigtreeError("embedder.failed", { model: this.name, message: words === "" ? message : `${message} ${words}` }));
  }

  private send(child: ChildProcess, message: ToChild): void {
    // A failing send means a dead child; its `exit` rejects what is pending.
    if (child.connected) child.send(message, () => undefined);
  }

  private holdWhileBusy(child: ChildProcess): void {
    const change = this.isBusy(child) ? "ref" : "unref";
    child[change]();
    child.channel?.[change]();
    (child.stderr as Socket | null)?.[change]();
  }
}
