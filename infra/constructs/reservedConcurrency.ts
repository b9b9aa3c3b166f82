import type { Config } from "../config.ts";

/**
 * The steps that compute as long as their tenants' data takes, and the setting of how many of each run at once: so many that
 * requests always find functions, and that requests never take the room of background work. What finds no place waits in its
 * state machine.
 */
const RESERVED = { runTask: "tasks", ingestLoadFile: "files" } as const;

export const RESERVED_STEPS = Object.keys(RESERVED) as (keyof typeof RESERVED)[];

/** Returns how much of a region's concurrency a function gets for itself; undefined: it shares what is left with the others. */
export function reservedConcurrencyOf({ reservedConcurrency }: Config, name: string): number | undefined {
  const step = RESERVED_STEPS.find((reserved) => reserved === name);
  if (!step || reservedConcurrency === false) return undefined;
  return reservedConcurrency[RESERVED[step]];
}
