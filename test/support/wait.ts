/** Time for which `vi.waitFor` and `vi.waitUntil` poll: long enough for a busy machine, shorter than a test may take. */
export const WAIT = { timeout: 90_000 };
