import { cp, mkdtemp, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Journal } from "#local/states/journal.ts";
import type { ExecutionRecord, RunningExecution } from "#local/states/records.ts";

const SEED = 20_261_121;
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "journal-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function withJournal<T>(work: (journal: Journal) => Promise<T>, at = directory): Promise<T> {
  const journal = await Journal.open(at);
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}

function running(state: string, input = "{}"): RunningExecution {
  const position = { state, input: JSON.parse(input) };
  return { status: "RUNNING", machineArn: "m", name: "n", input, definition: "d", start: 1, position };
}

function closed(output: string): ExecutionRecord {
  const { position: _, ...started } = running("A");
  return { ...started, status: "SUCCEEDED", output, stop: 2 };
}

describe("a journal", () => {
  test("a journal returns the last saved state of each execution, before and after it is reopened", async () => {
    const expected = (journal: Journal) => {
      expect(journal.execution("a\t\n\u2028é")).toEqual(closed('"é"'));
      expect(journal.execution("b")).toEqual(running("B"));
      expect(journal.execution("c")).toBeUndefined();
      expect(journal.running()).toEqual([{ arn: "b", record: running("B") }]);
    };
    await withJournal(async (journal) => {
      const saved = [running("A"), running("B"), closed('"é"')].map((it) => journal.save("a\t\n\u2028é", it));
      await Promise.all([...saved, journal.save("b", running("B"))]);
      expected(journal);
    });
    await withJournal(async (journal) => expected(journal));
  });

  test("a journal saves an execution's state at the time of the call, not of the write", async () => {
    await withJournal(async (journal) => {
      const record = running("A");
      const saved = journal.save("a", record);
      record.position.state = "B";
      await saved;
      expect(journal.execution("a")).toEqual(running("A"));
    });
  });

  test("a journal keeps definitions", async () => {
    await withJournal(async (journal) => journal.saveDefinition("d", "{}"));
    await withJournal(async (journal) => {
      expect(journal.definition("d")).toBe("{}");
      expect(journal.definition("e")).toBeUndefined();
    });
  });

  test("a journal keeps large records", async () => {
    const large = JSON.stringify("é".repeat(3 * 1024 * 1024));
    await withJournal((journal) => journal.save("large", running("A", large)));
    await withJournal(async (journal) => {
      expect(journal.execution("large")).toEqual(running("A", large));
    });
  });

  test("a journal does not grow with repeated saves of an execution", async () => {
    const input = JSON.stringify("x".repeat(100_000));
    await withJournal(async (journal) => {
      for (let round = 0; round < 120; round++) await journal.save("a", running(`S${round}`, input));
    });
    const sizes = (await readdir(directory)).map(async (name) => (await stat(join(directory, name))).size);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(1024 * 1024);
  });

  test("a journal with a truncated end loses no acknowledged record", async () => {
    const ends: number[] = [];
    const copy = `${directory}-copy`;
    const wal = join(directory, "executions.sqlite-wal");
    const journal = await Journal.open(directory);
    try {
      for (let index = 0; index < 12; index++) {
        await journal.save(`arn-${index}`, running(`S${index}`, JSON.stringify("é".repeat(index * 7))));
        ends.push((await stat(wal)).size);
      }
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: ends.at(-1) ?? 0 }), async (length) => {
          await rm(copy, { recursive: true, force: true });
          await cp(directory, copy, { recursive: true });
          await truncate(join(copy, "executions.sqlite-wal"), length);
          const kept = ends.filter((end) => end <= length).length;
          await withJournal(async (opened) => {
            for (let index = 0; index < kept; index++) {
              expect(opened.execution(`arn-${index}`)).toMatchObject({ position: { state: `S${index}` } });
            }
            await opened.save("next", running("Next"));
          }, copy);
          await withJournal(async (opened) => {
            expect(opened.running().length).toBe(kept + 1);
            expect(opened.execution("next")).toEqual(running("Next"));
          }, copy);
        }),
        { seed: SEED, numRuns: 40 },
      );
    } finally {
      await journal.close();
      await rm(copy, { recursive: true, force: true });
    }
  });

  test("a journal refuses invalid records and stays usable", async () => {
    await withJournal(async (journal) => {
      const broken = { ...running("A"), status: undefined as unknown as "RUNNING" };
      await expect(journal.save("broken", broken)).rejects.toThrow();
      await journal.save("a", running("A"));
      expect(journal.execution("a")).toEqual(running("A"));
      expect(journal.execution("broken")).toBeUndefined();
    });
  });

  test("a journal writes everything saved before it is closed, and nothing after that", async () => {
    const journal = await Journal.open(directory);
    const before = [journal.save("a", running("A")), journal.save("a", running("B"))];
    await journal.close();
    await Promise.all(before);
    await expect(journal.save("b", running("B"))).rejects.toThrow("not open");
    await withJournal(async (again) => {
      expect(again.execution("a")).toEqual(running("B"));
      expect(again.execution("b")).toBeUndefined();
    });
  });
});
