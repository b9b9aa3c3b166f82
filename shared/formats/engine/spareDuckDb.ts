import { limitDuckDb, type OpenDuckDb, openDuckDb } from "./openDuckDb.ts";

/** Delay, in milliseconds, between using a spare instance and opening the next one, so that the result can be sent first. */
const REFILL_DELAY_MS = 50;

let isKept = false;
let spare: Promise<OpenDuckDb> | undefined;
let refill: NodeJS.Timeout | undefined;

/** Keeps an open instance ready in this process from now on, because opening one takes longer than reading a small file. */
export function keepSpareDuckDb(): void {
  isKept = true;
  openSpare();
}

/**
 * Opens an in-memory DuckDB with these limits, like `openDuckDb`, or returns the unused instance that this process keeps
 * ready.
 */
export async function takeDuckDb(limits: Record<string, string>): Promise<OpenDuckDb> {
  const taken = spare;
  spare = undefined;
  if (isKept) {
    clearTimeout(refill);
    refill = setTimeout(openSpare, REFILL_DELAY_MS).unref();
  }
  const ready = await taken?.catch(() => undefined);
  if (!ready) return openDuckDb(limits);
  try {
    await limitDuckDb(ready, limits);
  } catch (error) {
    ready.connection.closeSync();
    ready.instance.closeSync();
    throw error;
  }
  return ready;
}

function openSpare(): void {
  spare ??= openDuckDb({});
  // The next use opens a new spare.
  spare.catch(() => undefined);
}
