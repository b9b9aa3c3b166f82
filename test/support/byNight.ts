import { describe, test } from "vitest";

/** True during `npm run test:nightly`. */
export const isNightly = process.env.NIGHTLY === "true";

/** Declares a test in a `*.sampled.test.ts` file that only the nightly run includes. */
export const byNight: typeof test = isNightly
  ? test
  : (new Proxy(test, { apply: () => undefined, get: (_, name) => neverRun(name) }) as typeof test);

/** Declares a group of tests, with its hooks, that only the nightly run includes. */
export function groupByNight(name: string, tests: () => void): void {
  if (isNightly) describe(name, tests);
}

/** Returns cases of one kind: the named ones, or all of them in nightly runs. */
export function sampled<const Case>(all: readonly Case[], always: readonly NoInfer<Case>[]): readonly Case[] {
  const missing = always.filter((one) => !all.includes(one));
  if (missing.length > 0) throw new Error(`There are no such cases: ${missing.join(", ")}`);
  return isNightly ? all : always;
}

/** Replaces `test.each` and similar functions, which return a function that declares tests. */
function neverRun(name: string | symbol): unknown {
  return name === "each" || name === "for" ? () => () => undefined : () => undefined;
}

/**
 * Returns the number of runs of a property test in a `*.sampled.test.ts` file: all of them in nightly runs, otherwise a
 * quarter.
 */
export function sampledRuns(all: number): number {
  return isNightly ? all : Math.ceil(all / 4);
}
