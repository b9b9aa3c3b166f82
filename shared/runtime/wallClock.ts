/** Options of an `LRUCache` with a time to live: age is measured by the system's clock, without rounding. */
export const WALL_CLOCK = { perf: { now: () => Date.now() }, ttlResolution: 0 } as const;
