import { listKeys } from "./listKeys.ts";
import type { ObjectStore } from "./objectStore.ts";

export interface Expiry {
  prefix: string;
  /** Age after which objects with the prefix are removed, in milliseconds. */
  afterMs: number;
}

/** Interval between searches for expired objects, in milliseconds. */
const INTERVAL_MS = 3_600_000;

/**
 * Removes expired objects from some buckets, immediately and then hourly. Returns a function that waits for a running search
 * and then stops the removal.
 */
export function expireRegularly(
  store: ObjectStore,
  buckets: readonly string[],
  expiry: Expiry,
): () => Promise<void> {
  let isStopped = false;
  const search = async (): Promise<void> => {
    for (const bucket of buckets) await removeExpired(store, bucket, expiry, () => isStopped);
  };
  let running = search().catch(() => undefined);
  const timer = setInterval(() => {
    running = running.then(search).catch(() => undefined);
  }, INTERVAL_MS).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

async function removeExpired(
  store: ObjectStore,
  bucket: string,
  { prefix, afterMs }: Expiry,
  isStopped: () => boolean,
): Promise<void> {
  for await (const key of listKeys(store.bucketFolder(bucket), prefix, () => isStopped())) {
    const record = await store.find(bucket, key);
    if (record && record.modified + afterMs < Date.now()) await store.delete(bucket, key);
  }
}
