import { createHash } from "node:crypto";

/** Number of requests and their seed: the same settings generate the same requests. */
export interface FuzzSettings {
  seed: number;
  /** Requests per method and path. */
  runs: number;
}

/**
 * Reads FUZZ_SEED and FUZZ_RUNS. The default, 4 requests for each route, finds frequent failures; every change runs it for
 * half of the routes. `npm run fuzz` sends 600 to each route to find rare failures.
 */
export function fuzzSettings(environment: Record<string, string | undefined> = process.env): FuzzSettings {
  return {
    seed: parseWholeNumber(environment.FUZZ_SEED, 20_261_130, "FUZZ_SEED"),
    runs: parseWholeNumber(environment.FUZZ_RUNS, 4, "FUZZ_RUNS"),
  };
}

/** Derives a seed for each route: with the same seed, all routes would see nearly the same choices. */
export function deriveSeed(seed: number, { method, path }: { method: string; path: string }): number {
  return createHash("sha256").update(`${seed} ${method} ${path}`).digest().readInt32LE();
}

function parseWholeNumber(text: string | undefined, otherwise: number, name: string): number {
  if (text === undefined || text === "") return otherwise;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name} is "${text}". It must be an integer.`);
}
