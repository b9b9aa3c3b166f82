/** Functions with results that differ between calls with the same arguments. */
export const RANDOM_FUNCTIONS: ReadonlySet<string> = new Set(["rand", "random", "shuffle", "uuid"]);
