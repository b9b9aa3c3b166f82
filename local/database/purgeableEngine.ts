import { type DatabaseAnswer, type DatabaseEngine, PURGE } from "./databaseEngine.ts";
import { purgeSqlite } from "./purgeSqlite.ts";

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
  const purge = async (): Promise<void> => {
    await purging;
    next = undefined;
    const work = Promise.allSettled(running).then(() => purgeSqlite(path));
    purging = work
      .catch(() => undefined)
      .then(() => {
        purging = undefined;
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
