import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Time after which a start that has not ended no longer holds up others, in milliseconds. */
const MAX_TURN_MS = 5_000;

/**
 * Starts at most as many processes at once as there are cores: more would all become ready late. Processes for work that waits
 * start first, in order of arrival, and spares last.
 */
export class StartTurns {
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #spares: (() => void)[] = [];

  constructor(total = availableParallelism()) {
    this.#free = total;
  }

  async run<Started>(isSpare: boolean, start: () => Promise<Started>): Promise<Started> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((enter) => (isSpare ? this.#spares : this.#waiting).push(enter));
    const started = start();
    const over = new AbortController();
    const timer = sleep(MAX_TURN_MS, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
    const ended = started.then(
      () => over.abort(),
      () => over.abort(),
    );
    void Promise.race([ended, timer]).then(() => this.#release());
    return started;
  }

  #release(): void {
    const next = this.#waiting.shift() ?? this.#spares.shift();
    if (next) next();
    else this.#free += 1;
  }
}
