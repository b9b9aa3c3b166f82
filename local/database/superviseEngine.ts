import { setTimeout as sleep } from "node:timers/promises";
import { log } from "#shared/runtime/log.ts";
import { type DatabaseEngine, NO_RESPONSE } from "./databaseEngine.ts";

/** Engine in a child process. */
export interface EngineProcess extends DatabaseEngine {
  /** Resolves when the process has exited, for whatever reason. */
  exited: Promise<void>;
}

/** Number of exits within `WINDOW_MS` after which the engine is not started again. */
const MAX_EXITS = 10;
const WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 2_000;

/**
 * Starts an engine, and starts it again whenever its process exits. Meanwhile, calls wait. A call that was running when the
 * process exited gets a server error, which clients retry: whether it had an effect is unknown. After too many exits in a
 * short time, calls reject and `onLost` is called with the reason.
 */
export async function superviseEngine(
  start: () => Promise<EngineProcess>,
  onLost: (reason: Error) => void,
): Promise<DatabaseEngine> {
  const first = await start();
  let current: Promise<EngineProcess> = Promise.resolve(first);
  let exits: number[] = [];
  let isClosing = false;
  const gone = new WeakSet<EngineProcess>();

  const startAgain = async (): Promise<EngineProcess> => {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      exits = [...exits.filter((time) => Date.now() - time < WINDOW_MS), Date.now()];
      if (exits.length > MAX_EXITS) {
        throw new Error(`The database process exited ${exits.length} times within a minute.`);
      }
      await sleep(pause);
      try {
        return await start();
      } catch (error) {
        log().error("the database process could not be started again", { error: error as Error });
      }
    }
  };
  const watch = (engine: EngineProcess): void => {
    void engine.exited.then(() => {
      gone.add(engine);
      if (isClosing) return;
      log().error("the database process exited and is started again", { engine: engine.name });
      current = startAgain();
      current.then(watch, (error: Error) => !isClosing && onLost(error));
    });
  };
  watch(first);

  return {
    name: first.name,
    call: async (operation, body) => {
      const engine = await current;
      try {
        return await engine.call(operation, body);
      } catch (error) {
        // The engine's error may arrive just before the exit of its process.
        await Promise.race([engine.exited, sleep(FIRST_PAUSE_MS)]);
        if (gone.has(engine)) return NO_RESPONSE;
        throw error;
      }
    },
    close: async () => {
      isClosing = true;
      await (await current.catch(() => undefined))?.close();
    },
  };
}
