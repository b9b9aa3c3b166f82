import { median } from "./quantile.ts";

/** A piece of work that says how long it took, in milliseconds. */
export type Timed = () => Promise<number>;

/** How long a piece of work takes from its start to its end, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs pieces of work in turns (A B A B …), so that whatever else the machine does meets all of them, and returns the
 * median time of each.
 */
export async function inTurns<Name extends string>(
  runs: number,
  pieces: Record<Name, Timed>,
): Promise<Record<Name, number>> {
  const names = Object.keys(pieces) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) times[name].push(await pieces[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}
