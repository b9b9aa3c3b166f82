import { createContext, Script } from "node:vm";
import { queryTimeout } from "@pdp/trino/errors";

/** Remaining computing time of an instance's current query. */
export interface QueryClock {
  /** Time limit of the query in milliseconds, which the error message states. */
  limitMs: number;
  /** Remaining time in milliseconds while the clock is paused because the query is waiting for its reader. */
  remainingMs: number;
  /** Deadline while the clock is running, in milliseconds of `performance.now()`. */
  endsAt: number | undefined;
  /** True once a function has found that the time is used up. */
  isOver: boolean;
}

/** Returns the clock of an instance that is not running a query. */
export function idleClock(): QueryClock {
  return {
    limitMs: Number.POSITIVE_INFINITY,
    remainingMs: Number.POSITIVE_INFINITY,
    endsAt: undefined,
    isOver: false,
  };
}

/** Error for a row that took too long. */
export class RowTimeout extends Error {}

const shared: { work: (() => void) | undefined } = { work: undefined };
const context = createContext(shared);
const script = new Script("work()");

/**
 * Computes rows one after another, each in at most `rowMs` milliseconds, and all within the query's time limit. Setting a
 * timer per row would take longer than computing a typical row. One timer serves all rows of a round: a row that it interrupts
 * begins the next round, and fails if it began this one.
 */
export function computeRows(
  count: number,
  compute: (row: number) => void,
  rowMs: number,
  clock: QueryClock,
): void {
  let row = 0;
  const endsAt = clock.endsAt ?? performance.now() + clock.remainingMs;
  const work = (): void => {
    for (; row < count; row += 1) compute(row);
  };
  while (row < count) {
    const first = row;
    const remainingMs = Math.ceil(endsAt - performance.now());
    if (remainingMs <= 0) {
      clock.isOver = true;
      throw queryTimeout(clock.limitMs / 1000);
    }
    if (!endsWithin(work, Math.min(rowMs, remainingMs)) && row === first && rowMs <= remainingMs)
      throw new RowTimeout();
  }
}

/** Runs work with a time limit, and returns whether it finished in time. */
function endsWithin(work: () => void, timeout: number): boolean {
  shared.work = work;
  try {
    script.runInContext(context, { timeout });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  } finally {
    shared.work = undefined;
  }
}
