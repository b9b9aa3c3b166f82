import { isFilesGone } from "#shared/engines/filesGone.ts";
import { log } from "#shared/runtime/log.ts";

/** Maximum number of times that a query is run: each erasure may delete its files once. */
const MAX_RUNS = 3;

/**
 * Runs a query again if its files are gone, for example because of an erasure. By the time an erasure deletes files, the
 * tables already refer to other files, so `work` has to look them up again. Nothing from an earlier run may have been sent.
 * Throws the cause if files are missing every time, since that is a platform fault.
 */
export async function againIfErased<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isFilesGone(error)) throw error;
      if (run === MAX_RUNS) throw error.cause ?? error;
      log().info("retrying a query because its files no longer exist", { run });
    }
  }
}
