export interface InstallProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Files that are whole and checked. */
  readonly doneFiles: number;
  readonly totalFiles: number;
  /** Of the last seconds; undefined before anything was measured. */
  readonly bytesPerSecond: number | undefined;
  readonly secondsLeft: number | undefined;
}

/** How far back the speed is measured, in milliseconds. */
const window = 8_000;
const interval = 200;

/** Counts bytes and files, and reports them a few times a second and at the end. */
export class ProgressMeter {
  private doneBytes = 0;
  private doneFiles = 0;
  private lastReport = -Infinity;
  private marks: { readonly at: number; readonly bytes: number }[] = [];
  /** Bytes that came over the network, for the speed: what was there already is not speed. */
  private received = 0;

  constructor(
    private readonly total: { readonly bytes: number; readonly files: number },
    private readonly report: ((progress: InstallProgress) => void) | undefined,
    private readonly now: () => number,
  ) {
    this.marks.push({ at: now(), bytes: 0 });
  }

  /** Bytes that are on disk now; negative when a file has to begin again. */
  add(bytes: number, fromNetwork: boolean): void {
    this.doneBytes += bytes;
    if (fromNetwork) this.received += bytes;
    const now = this.now();
    if (now - this.lastReport >= interval) this.send(now);
  }

  fileDone(): void {
    this.doneFiles += 1;
    this.send(this.now());
  }

  private send(now: number): void {
    this.lastReport = now;
    this.marks.push({ at: now, bytes: this.received });
    while (this.marks.length > 2 && now - this.marks[1]!.at > window) this.marks.shift();
    const first = this.marks[0]!;
    const speed = now > first.at && this.received > first.bytes ? (1000 * (this.received - first.bytes)) / (now - first.at) : undefined;
    const left = this.total.bytes - this.doneBytes;
    this.report?.({
      doneBytes: this.doneBytes, totalBytes: this.total.bytes, doneFiles: this.doneFiles, totalFiles: this.total.files,
      bytesPerSecond: speed, secondsLeft: left <= 0 ? 0 : speed === undefined ? undefined : left / speed,
    });
  }
}
