import { createHash } from "node:crypto";

/** How much is tried, and from which seed: the same seed and number make the same requests. */
export interface FuzzSettings {
  seed: number;
  /** Requests for each method and path. */
  runs: number;
}

/**
 * FUZZ_SEED and FUZZ_RUNS. Unless they are given, 20 requests for each of nearly 80 routes: that finds what breaks often,
 * and leaves the tests quick enough to be run with every change. What breaks seldom is left to `npm run fuzz`, with 600.
 */
export function fuzzSettings(environment: Record<string, string | undefined> = process.env): FuzzSettings {
  return {
    seed: wholeNumber(environment.FUZZ_SEED, 20_261_130, "FUZZ_SEED"),
    runs: wholeNumber(environment.FUZZ_RUNS, 20, "FUZZ_RUNS"),
  };
}

/** A seed for one route: with the same one, all routes would see nearly the same choices. */
export function seedOf(seed: number, { method, path }: { method: string; path: string }): number {
  return createHash("sha256").update(`${seed} ${method} ${path}`).digest().readInt32LE();
}

function wholeNumber(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined || text === "") return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name} is "${text}": it has to be a whole number.`);
}
