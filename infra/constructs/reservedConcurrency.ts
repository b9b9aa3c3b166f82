import type { Config } from "../config.ts";

/**
 * Concurrency settings for steps with a duration that depends on tenant data. Reserved concurrency keeps functions available
 * for requests, and capacity for background work. A call beyond the limit waits in its state machine. The receiver of commits
 * needs capacity, because a message that finds no function several times becomes a dead letter.
 */
const RESERVED = {
  runTask: "tasks",
  ingestLoadFiles: "files",
  compactTableFiles: "compactions",
  commitQueuedLoads: "commits",
} as const;

export const RESERVED_STEPS = Object.keys(RESERVED) as (keyof typeof RESERVED)[];

/** Returns the reserved concurrency of a function; undefined if it shares the unreserved remainder with others. */
export function reservedConcurrencyOf({ reservedConcurrency }: Config, name: string): number | undefined {
  const step = RESERVED_STEPS.find((reserved) => reserved === name);
  if (!step || reservedConcurrency === false) return undefined;
  return reservedConcurrency[RESERVED[step]];
}
