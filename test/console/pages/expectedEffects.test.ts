import { numberingFrom } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import type { Task } from "#client/taskHandle.ts";
import { expectedEffects } from "#console/pages/variant/expectedEffects.ts";
import type { PredictedOthers } from "#console/pages/variant/readAppearances.ts";
import { changedSites } from "#console/pages/variant/writeChanges.ts";

const REFERENCE = "MKTAY";
const VARIANT = "MATAG";
const DIFFERENCES = {
  sequence: VARIANT,
  reference: REFERENCE,
  sites: changedSites(VARIANT, REFERENCE, numberingFrom(1)),
};

function predicted(
  id: string,
  training: string | null,
  means: Readonly<Record<string, number>>,
): PredictedOthers {
  return {
    task: { id } as Task,
    training: training === null ? null : ({ id: training } as Task),
    predictions: new Map(
      Object.entries(means).map(([sequence, mean]) => [sequence, [{ assay: "activity", mean, sd: 0.1 }]]),
    ),
  };
}

const SINGLES = { MKTAY: 1, MATAY: 1.5, MKTAG: 0.75 };

test("each mutation in a design shows its predicted effect as a single mutation, and these effects are summed", () => {
  const found = expectedEffects([predicted("7", "1", SINGLES)], "activity", DIFFERENCES);
  expect(found?.alone.map((one) => one?.mean)).toEqual([1.5, 0.75]);
  expect([found?.task.id, found?.reference, found?.added, found?.together]).toEqual(["7", 1, 1.25, null]);
});

test("the prediction for all mutations together comes from a task with the same model", () => {
  const tasks = [
    predicted("9", "2", { [VARIANT]: 9 }),
    predicted("8", "1", { [VARIANT]: 1.4 }),
    predicted("7", "1", SINGLES),
  ];
  expect(expectedEffects(tasks, "activity", DIFFERENCES)?.together).toBe(1.4);
});

test("the task that predicted more of the mutations is used, or the latest task if there is a tie", () => {
  const tasks = [
    predicted("9", "1", { MKTAY: 1, MATAY: 2 }),
    predicted("8", "1", SINGLES),
    predicted("7", "1", SINGLES),
  ];
  expect(expectedEffects(tasks, "activity", DIFFERENCES)?.task.id).toBe("8");
});

test("effects are not summed if the prediction for the reference or for a single mutation is missing", () => {
  const { MKTAY: _, ...withoutReference } = SINGLES;
  const one = expectedEffects([predicted("7", null, withoutReference)], "activity", DIFFERENCES);
  expect([one?.reference, one?.added]).toEqual([null, null]);
  const partial = expectedEffects([predicted("7", null, { MKTAY: 1, MATAY: 2 })], "activity", DIFFERENCES);
  expect([partial?.alone.map((found) => found?.mean ?? null), partial?.added]).toEqual([[2, null], null]);
});

test("no expected effects are shown for a variant with one mutation, or without predictions for the assay", () => {
  expect(expectedEffects([predicted("7", "1", SINGLES)], "tm", DIFFERENCES)).toBeNull();
  expect(expectedEffects([], "activity", DIFFERENCES)).toBeNull();
  const single = { ...DIFFERENCES, sequence: "MATAY", sites: DIFFERENCES.sites.slice(0, 1) };
  expect(expectedEffects([predicted("7", "1", SINGLES)], "activity", single)).toBeNull();
});
