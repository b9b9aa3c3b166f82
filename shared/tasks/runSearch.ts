import type { DesignSearch } from "@pdp/science/designs";
import type { TaskRun } from "./taskRun.ts";

/** Minimum interval between checkpoints, in milliseconds, because reading and writing a state also takes time. */
const CHECKPOINT_INTERVAL_MS = 5_000;

/** Runs a search to completion, with checkpoints, and writes its progress. */
export async function runSearch<Plan, State extends { round: number; done: boolean; counts: object }>(
  run: TaskRun,
  search: Pick<DesignSearch<Plan, State, unknown>, "start" | "round">,
  plan: Plan,
): Promise<State> {
  let state = await run.stage("search-0", () => search.start(plan));
  for (let part = 1; !state.done; part += 1) {
    const before = state;
    state = await run.stage(`search-${part}`, async () => {
      let current = before;
      const until = Date.now() + CHECKPOINT_INTERVAL_MS;
      while (!current.done && Date.now() < until) {
        current = search.round(plan, current);
        await run.progress({ ...current.counts });
      }
      return current;
    });
  }
  await run.progress({ ...state.counts }, true);
  return state;
}
