import type { Catcher, Retrier, State } from "./definition.ts";
import type { StateError } from "./stateError.ts";

const DEFAULT_INTERVAL_SECONDS = 1;
const DEFAULT_BACKOFF_RATE = 2;
const DEFAULT_MAX_ATTEMPTS = 3;

/** Counts the retries during one visit to a state, separately for each retrier. */
export class Retries {
  readonly #retriers: Retrier[];
  readonly #used: number[];

  constructor(state: State) {
    this.#retriers = state.Retry ?? [];
    this.#used = this.#retriers.map(() => 0);
  }

  /** Returns the delay before the next attempt, in milliseconds; undefined if no attempts remain. */
  next(error: StateError): number | undefined {
    const index = this.#retriers.findIndex(({ ErrorEquals }) => matches(ErrorEquals, error));
    const retrier = this.#retriers[index];
    const used = this.#used[index];
    if (!retrier || used === undefined || used >= (retrier.MaxAttempts ?? DEFAULT_MAX_ATTEMPTS))
      return undefined;
    this.#used[index] = used + 1;
    return delayBefore(retrier, used);
  }
}

export function findCatcher(state: State, error: StateError): Catcher | undefined {
  return state.Catch?.find(({ ErrorEquals }) => matches(ErrorEquals, error));
}

/** Backoff after `used` retries. */
function delayBefore(retrier: Retrier, used: number): number {
  const interval = retrier.IntervalSeconds ?? DEFAULT_INTERVAL_SECONDS;
  const backedOff = interval * (retrier.BackoffRate ?? DEFAULT_BACKOFF_RATE) ** used;
  const seconds = Math.min(backedOff, retrier.MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return 1000 * (retrier.JitterStrategy === "FULL" ? Math.random() * seconds : seconds);
}

function matches(names: readonly string[], { code }: StateError): boolean {
  if (code === "States.Runtime") return false;
  return names.some((name) => {
    if (name === code) return true;
    if (code === "States.DataLimitExceeded") return false;
    return name === "States.ALL" || (name === "States.TaskFailed" && code !== "States.Timeout");
  });
}
