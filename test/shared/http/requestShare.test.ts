import { expect, test } from "vitest";
import { admits } from "#shared/http/requestShare.ts";
import { type AddCounts, SharedCounter } from "#shared/store/sharedCounter.ts";

const RATE = 30;
const BURST = 2 * RATE;
const NOON = Date.parse("2026-01-01T12:00:00.000Z");

/** Returns counters of processes that share one item. */
function processes(count: number): SharedCounter[] {
  const item = new Map<number, number>();
  const write: AddCounts = async (added, outdated) => {
    for (const [second, events] of added.counts) item.set(second, (item.get(second) ?? 0) + events);
    for (const second of outdated) item.delete(second);
    return { counts: new Map(item), names: new Set() };
  };
  return Array.from({ length: count }, () => new SharedCounter(write));
}

/** Sends requests at a constant rate to processes in turn, and returns how many were admitted in each second. */
async function offer(
  perSecond: number,
  seconds: number,
  counters: readonly SharedCounter[],
): Promise<number[]> {
  const admitted: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    let sum = 0;
    for (let request = 0; request < perSecond; request += 1) {
      const now = NOON + 1_000 * second + Math.floor((1_000 * request) / perSecond);
      const counter = counters[request % counters.length] as SharedCounter;
      if (await admits(counter, RATE, now)) sum += 1;
    }
    admitted.push(sum);
  }
  return admitted;
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

test("requests within the share are admitted, however many processes serve them", async () => {
  for (const count of [1, 10, 100]) {
    expect(total(await offer(RATE, 90, processes(count)))).toBe(90 * RATE);
  }
});

test.each([1, 10, 40])(
  "ten times the share is reduced to the share: at most the burst and one second of requests more in a minute, with %i processes",
  async (count) => {
    const offered = 10 * RATE;
    const admitted = await offer(offered, 120, processes(count));
    for (let from = 0; from + 60 <= admitted.length; from += 1) {
      expect(total(admitted.slice(from, from + 60))).toBeLessThanOrEqual(60 * RATE + BURST + offered);
    }
    expect(total(admitted)).toBeGreaterThanOrEqual(0.8 * 120 * RATE);
  },
);
