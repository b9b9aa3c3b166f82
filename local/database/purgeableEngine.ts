import { setTimeout as sleep } from "node:timers/promises";
import { type DatabaseAnswer, type DatabaseEngine, PURGE } from "./databaseEngine.ts";
import { purgeSqlite } from "./purgeSqlite.ts";

/** Minimum pause between purges, as a multiple of the duration of the previous one: other calls wait one fifth of the time at most. */
const PAUSE_FACTOR = 4;

/**
 * Returns an engine that also overwrites deleted items in its SQLite file (`PURGE`). Other calls wait meanwhile, because the
 * file accepts no writes. Purges that are requested during a purge share the next one.
 */
export function purgeableEngine<Engine extends DatabaseEngine>(engine: Engine, path: string): Engine {
  const running = new Set<Promise<DatabaseAnswer>>();
  /** Purge in progress, which resolves even if it fails. */
  let purging: Promise<void> | undefined;
  /** Purge that has been requested but has not begun. */
  let next: Promise<void> | undefined;
  /** Time before which no purge begins, in milliseconds. */
  let earliest = 0;
  const purge = async (): Promise<void> => {
    await purging;
    await sleep(Math.max(0, earliest - performance.now()));
    next = undefined;
    const start = performance.now();
    const work = Promise.allSettled(running).then(() => purgeSqlite(path));
    purging = work
      .catch(() => undefined)
      .then(() => {
        purging = undefined;
        const end = performance.now();
        earliest = end + PAUSE_FACTOR * (end - start);
      });
    await work;
  };
  return {
    ...engine,
    call: async (operation, body) => {
      if (operation === PURGE) {
        next ??= purge();
        await next;
        return { status: 200, body: "{}" };
      }
      while (purging) await purging;
      const answer = engine.call(operation, body);
      running.add(answer);
      try {
        return await answer;
      } finally {
        running.delete(answer);
      }
    },
  };
}
