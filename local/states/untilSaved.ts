import { setTimeout as sleep } from "node:timers/promises";
import { fullStorage } from "#shared/domain/storageFull.ts";
import { log } from "#shared/runtime/log.ts";

/** Time between two attempts to write to a full disk, in milliseconds. */
const FULL_DISK_WAIT_MS = 1_000;

/**
 * Writes to the journal, again and again while its disk is full: an execution that broke off would be RUNNING in the
 * journal until the next start, and nobody would start its work again. The signal ends the waiting with the error.
 */
export async function untilSaved(save: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await save();
    } catch (error) {
      if (!fullStorage(error) || signal.aborted) throw error;
      if (attempt === 1) log().error("an execution waits for space on the disk", error as Error);
      await sleep(FULL_DISK_WAIT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
