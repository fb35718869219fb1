/** Runs `action` at once and then at most once per `milliseconds`; a call in between runs at the end of the wait. */
export class Throttle {
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;

  constructor(
    private readonly milliseconds: number,
    private readonly action: () => void,
  ) {}

  request(): void {
    if (this.#timer !== undefined) {
      this.#waiting = true;
      return;
    }
    this.action();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#waiting) return;
      this.#waiting = false;
      this.request();
    }, this.milliseconds);
  }

  /** Forgets a waiting call. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = false;
  }
}
