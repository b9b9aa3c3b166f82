import { median } from "@pdp/basics/statistics";

/** Piece of work that returns its duration, in milliseconds. */
export type Timed = () => Promise<number>;

/** Measures the duration of a piece of work, in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs pieces of work alternately (A B A B …), so that other load on the machine affects all of them equally, and returns the
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
