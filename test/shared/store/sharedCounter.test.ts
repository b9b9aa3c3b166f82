import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CountsBySecond } from "#shared/domain/tokenBucket.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { requestCountKey } from "#shared/store/dynamodb/keys.ts";
import { addSecondCounts, COUNTED_SECONDS } from "#shared/store/secondCounts.ts";
import { type AddCounts, SharedCounter } from "#shared/store/sharedCounter.ts";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#test/support/embeddedDatabase.ts";

/** Start time of these tests, which control the clock. */
const NOON = Date.parse("2026-01-01T12:00:00.000Z");
const SECOND = NOON / 1000;

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase();
});

afterAll(() => database.close());

/** Returns the writes to the item of a new workspace, which count themselves. */
function newItem(): { write: AddCounts; writes: () => number; read: () => Promise<CountsBySecond> } {
  const scope = database.newWorkspace();
  const write: AddCounts = (...added) =>
    addSecondCounts(workspaceDatabase(scope), requestCountKey(scope.id), ...added);
  let writes = 0;
  return {
    write: (...added) => {
      writes += 1;
      return write(...added);
    },
    writes: () => writes,
    read: async () => (await write({ counts: new Map(), names: new Set() }, [], SECOND)).counts,
  };
}

describe("counts that processes share", () => {
  it("each process learns of the others' counts with its next write", async () => {
    const { write } = newItem();
    const [one, other] = [new SharedCounter(write), new SharedCounter(write)];
    one.add(SECOND, 1);
    one.add(SECOND, 1);
    await one.exchange(NOON);
    other.add(SECOND, 1);
    await other.exchange(NOON + 10);
    expect(other.counts(SECOND).get(SECOND)).toBe(3);
    expect(one.counts(SECOND).get(SECOND)).toBe(2);
    await one.exchange(NOON + 1_000);
    expect(one.counts(SECOND + 1).get(SECOND)).toBe(3);
  });

  it("a process writes at most once per second, whatever it counts and however many requests wait", async () => {
    const { write, writes, read } = newItem();
    const counter = new SharedCounter(write);
    for (let at = NOON; at < NOON + 3_000; at += 100) {
      const second = Math.floor(at / 1000);
      await Promise.all(
        Array.from({ length: 5 }, () => {
          counter.add(second, 1);
          return counter.exchange(at);
        }),
      );
    }
    expect(writes()).toBe(3);
    expect([...counter.counts(SECOND + 2).values()]).toEqual([50, 50, 50]);
    // What has not been written yet is written next.
    await counter.exchange(NOON + 3_000);
    expect(await read()).toEqual(
      new Map([
        [SECOND, 50],
        [SECOND + 1, 50],
        [SECOND + 2, 50],
      ]),
    );
  });

  it("an event that is taken back does not count", async () => {
    const { write, read } = newItem();
    const counter = new SharedCounter(write);
    counter.add(SECOND, 1);
    await counter.exchange(NOON);
    counter.add(SECOND, -1);
    expect(counter.counts(SECOND).get(SECOND)).toBe(0);
    await counter.exchange(NOON + 1_000);
    expect((await read()).get(SECOND)).toBe(0);
  });

  it("counts older than a minute neither count nor remain in the item", async () => {
    const { write, read } = newItem();
    const counter = new SharedCounter(write);
    counter.add(SECOND, 1);
    await counter.exchange(NOON);
    const later = SECOND + COUNTED_SECONDS;
    counter.add(later, 1);
    expect(counter.counts(later)).toEqual(new Map([[later, 1]]));
    await counter.exchange(later * 1000);
    expect(await read()).toEqual(new Map([[later, 1]]));
  });

  it("names reach the other processes with their next write", async () => {
    const { write } = newItem();
    const [one, other] = [new SharedCounter(write), new SharedCounter(write)];
    one.addName("ada");
    await one.exchange(NOON);
    expect([one.hasName("ada"), other.hasName("ada")]).toEqual([true, false]);
    other.addName("grace");
    await other.exchange(NOON);
    expect([other.hasName("ada"), other.hasName("grace"), other.hasName("alan")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("a process whose write fails continues with its own counts", async () => {
    const counter = new SharedCounter(() => Promise.reject(new Error("The table is throttled.")));
    counter.add(SECOND, 1);
    await counter.exchange(NOON);
    counter.add(SECOND, 1);
    expect(counter.counts(SECOND)).toEqual(new Map([[SECOND, 2]]));
  });

  it("without an item, a process counts alone", async () => {
    const counter = new SharedCounter(null);
    counter.add(SECOND, 1);
    await counter.exchange(NOON);
    expect(counter.counts(SECOND)).toEqual(new Map([[SECOND, 1]]));
    expect(counter.counts(SECOND + COUNTED_SECONDS)).toEqual(new Map());
  });
});
