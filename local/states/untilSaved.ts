import { setTimeout as sleep } from "node:timers/promises";
import { fullStorage } from "@pdp/basics/errors";
import { log } from "#shared/runtime/log.ts";

/** Delay between attempts to write to a full disk, in milliseconds. */
const FULL_DISK_WAIT_MS = 1_000;

/**
 * Writes to the journal, and retries while the disk is full. Otherwise, an interrupted execution would remain RUNNING in the
 * journal until the next start, and nothing would restart its work. If the signal aborts, stops waiting and throws the error.
 */
export async function untilSaved(save: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await save();
    } catch (error) {
      if (!fullStorage(error) || signal.aborted) throw error;
      if (attempt === 1) log().error("an execution is waiting for disk space", error as Error);
      await sleep(FULL_DISK_WAIT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
