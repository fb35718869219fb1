/** Runs `work` for news, one run at a time: news during a run brings one more run after it, however much there was. */
export class Follower {
  #running: Promise<void> | undefined;
  /** Something has happened since the present run began. */
  #news = false;

  constructor(private readonly work: () => Promise<void>) {}

  /** Settles when a run that began after this call has ended; rejects as the last run does. */
  follow(): Promise<void> {
    this.#news = true;
    return (this.#running ??= this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (this.#news) {
        this.#news = false;
        await this.work().catch((thrown: unknown) => {
          // What has happened meanwhile may be why it failed; the next run tells.
          if (!this.#news) throw thrown;
        });
      }
    } finally {
      this.#running = undefined;
    }
  }
}
