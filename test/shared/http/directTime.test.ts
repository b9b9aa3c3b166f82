import { expect, it } from "vitest";
import { inDirectTime } from "#shared/http/trino/directTime.ts";

it("concurrent statements of one workspace get less time each, and those of other workspaces are not affected", async () => {
  const times: number[] = [];
  const others: number[] = [];
  const nested = async (left: number): Promise<void> => {
    if (left === 0) await inDirectTime("other", async (ms) => void others.push(ms));
    else
      await inDirectTime("one", async (ms) => {
        times.push(ms);
        await nested(left - 1);
      });
  };
  await nested(6);
  expect(times).toEqual([2000, 1000, 2000 / 3, 500, 500, 500]);
  expect(others).toEqual([2000]);
});

it("a statement gets its full time again once others have ended, even with an error", async () => {
  await expect(inDirectTime("failing", async () => Promise.reject(new Error("late")))).rejects.toThrow(
    "late",
  );
  expect(await inDirectTime("failing", async (ms) => ms)).toBe(2000);
});
