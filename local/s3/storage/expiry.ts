import { listKeys } from "./listKeys.ts";
import type { ObjectStore } from "./objectStore.ts";

export interface Expiry {
  prefix: string;
  /** Age from which objects with the prefix are removed, in milliseconds. */
  afterMs: number;
}

/** Interval between two searches for objects that have expired, in milliseconds. */
const INTERVAL_MS = 3_600_000;

/**
 * Removes expired objects of some buckets, now and every hour. Returns a function that stops it after a running search.
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
