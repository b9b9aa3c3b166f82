import { describe, expect, test } from "vitest";
import { untilSaved } from "#local/states/untilSaved.ts";

const FULL = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR" });
const never = new AbortController().signal;

/** Returns a function that fails once for each error and then saves. */
function savesAfter(errors: Error[]): { save: () => Promise<void>; calls: () => number } {
  let calls = 0;
  const save = async (): Promise<void> => {
    const error = errors[calls++];
    if (error) throw error;
  };
  return { save, calls: () => calls };
}

describe("a write to the journal", () => {
  test("a write is repeated until the disk has space", async () => {
    const { save, calls } = savesAfter([FULL, FULL]);
    await untilSaved(save, never);
    expect(calls()).toBe(3);
  });

  test("a write fails immediately for any other reason", async () => {
    const other = new Error("disk I/O error");
    const { save, calls } = savesAfter([other]);
    await expect(untilSaved(save, never)).rejects.toBe(other);
    expect(calls()).toBe(1);
  });

  test("a write is abandoned when the endpoint stops", async () => {
    const end = new AbortController();
    const { save } = savesAfter(Array.from({ length: 1_000 }, () => FULL));
    const saved = untilSaved(save, end.signal);
    end.abort();
    await expect(saved).rejects.toBe(FULL);
  });
});
