/** Maximum delay of setTimeout, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Time budget that counts down only while the countdown is running. */
export class Countdown {
  readonly #onOver: () => void;
  #remainingMs: number;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, onOver: () => void) {
    this.#remainingMs = milliseconds;
    this.#onOver = onOver;
  }

  /** Starts the countdown, or stops it and keeps the remaining time. */
  run(isRunning: boolean): void {
    if (isRunning === (this.#timer !== undefined)) return;
    if (isRunning) {
      this.#startedAt = performance.now();
      this.#timer = setTimeout(this.#onOver, Math.min(this.#remainingMs, MAX_TIMER_MS));
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remainingMs -= performance.now() - this.#startedAt;
  }
}
