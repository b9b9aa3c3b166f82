import type { TaskRun } from "./taskRun.ts";

export interface Search<S> {
  start: () => S;
  round: (state: S) => S;
}

/** Minimum time between two checkpoints, in milliseconds: reading and writing a state takes time too. */
const CHECKPOINT = 5_000;

/** Runs a search to its end, with checkpoints, and writes its progress. */
export async function runSearch<S extends { round: number; done: boolean; counts: object }>(
  run: TaskRun,
  { start, round }: Search<S>,
): Promise<S> {
  let state = await run.stage("search-0", start);
  for (let part = 1; !state.done; part += 1) {
    const before = state;
    state = await run.stage(`search-${part}`, async () => {
      let current = before;
      const until = Date.now() + CHECKPOINT;
      while (!current.done && Date.now() < until) {
        current = round(current);
        await run.progress({ ...current.counts });
      }
      return current;
    });
  }
  return state;
}
