/** Options for an `LRUCache` with a time to live: age is measured with the system clock, without rounding. */
export const WALL_CLOCK = { perf: { now: () => Date.now() }, ttlResolution: 0 } as const;
