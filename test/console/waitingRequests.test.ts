import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadHandle } from "#client/loadHandle.ts";
import { rawClient } from "#client/rawClient.ts";
import { TaskHandle } from "#client/taskHandle.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

/** Service in which work ends after some time, and the requests that it received. */
function service(workMs: number, running: string, ended: string) {
  const start = performance.now();
  const reads: { at: number; waitSeconds: number }[] = [];
  const raw = rawClient("http://service.example", {
    token: "token",
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const at = performance.now() - start;
      if (pathname.endsWith(":get")) {
        const waitSeconds = Number(searchParams.get("wait_seconds") ?? 0);
        reads.push({ at, waitSeconds });
        // The service responds as soon as the work has ended.
        const waited = Math.min(waitSeconds * 1000, Math.max(0, workMs - at));
        await new Promise((resolve) => setTimeout(resolve, waited));
      }
      const state = performance.now() - start >= workMs ? ended : running;
      return Response.json({ id: "1", state, errors: [] });
    },
  });
  return { raw, reads };
}

async function settled<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now();
  let ms = 0;
  const done = work.finally(() => {
    ms = performance.now() - start;
  });
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  return { value: await done, ms };
}

describe("waiting for work", () => {
  test("a task of ten minutes takes fewer than 80 requests, and its end is seen at once", async () => {
    const { raw, reads } = service(10 * MINUTE_MS, "EXECUTING", "COMPLETED");
    const { value, ms } = await settled(new TaskHandle(raw, "lab", "1").settled());
    expect(value.state).toBe("COMPLETED");
    expect(reads.length).toBeLessThan(80);
    expect(ms).toBeLessThan(10 * MINUTE_MS + 500);
    // In the long run, six requests a minute.
    expect(reads.filter(({ at }) => at > 9 * MINUTE_MS).length).toBeLessThanOrEqual(7);
  });

  test("progress is seen within 2 s at first, and never later than a fifth of the time so far", async () => {
    const { raw } = service(5 * MINUTE_MS, "EXECUTING", "COMPLETED");
    const seen: number[] = [];
    const start = performance.now();
    const onProgress = () => seen.push(performance.now() - start);
    await settled(new TaskHandle(raw, "lab", "1").settled({ onProgress }));
    for (const [index, at] of seen.slice(1).entries()) {
      const before = seen[index] ?? 0;
      expect(at - before).toBeLessThanOrEqual(Math.max(2_000, before * 0.2 + 1_000));
    }
  });

  test("a load of five minutes takes fewer than 50 requests instead of 250", async () => {
    const { raw, reads } = service(5 * MINUTE_MS, "LOADING", "COMPLETED");
    const { ms } = await settled(new LoadHandle(raw, "lab", "1").finalize());
    expect(reads.length).toBeLessThan(50);
    expect(reads.every(({ waitSeconds }) => Number.isInteger(waitSeconds) && waitSeconds >= 1)).toBe(true);
    expect(ms).toBeLessThan(5 * MINUTE_MS + 500);
  });
});
