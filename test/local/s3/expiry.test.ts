import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { expireRegularly } from "#local/s3/storage/expiry.ts";
import { ObjectStore } from "#local/s3/storage/objectStore.ts";

const HOUR_MS = 3_600_000;

test("only old objects with the prefix are removed, at startup and every hour", async () => {
  const directory = await mkdtemp(join(tmpdir(), "expiry-"));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const store = new ObjectStore(directory);
    await store.prepare();
    await store.createBucket("lake-eu");
    const put = (key: string) =>
      store.put("lake-eu", key, async (file) => {
        await file.write(Buffer.from("x"));
        return { size: 1, etag: "e", checksums: [], content: {}, user: {} };
      });
    const found = async () => {
      const keys = ["results/1/a", "results/2/b", "ws/1/a", "result"];
      const all = await Promise.all(
        keys.map(async (key) => ((await store.find("lake-eu", key)) ? [key] : [])),
      );
      return all.flat();
    };
    for (const key of ["results/1/a", "ws/1/a", "result"]) await put(key);
    vi.setSystemTime(Date.now() + 24 * HOUR_MS);
    await put("results/2/b");
    const stop = expireRegularly(store, ["lake-eu"], { prefix: "results/", afterMs: 23 * HOUR_MS });
    await vi.waitFor(async () => expect(await found()).toEqual(["results/2/b", "ws/1/a", "result"]));
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    await vi.waitFor(async () => expect(await found()).toEqual(["ws/1/a", "result"]));
    await stop();
  } finally {
    vi.useRealTimers();
    await rm(directory, { recursive: true, force: true });
  }
});
