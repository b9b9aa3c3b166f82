import { expect, test } from "vitest";
import type { Task } from "#client/taskHandle.ts";
import { expectedEffects } from "#console/pages/variant/expectedEffects.ts";
import type { PredictedOthers } from "#console/pages/variant/readAppearances.ts";
import { changedSites } from "#console/pages/variant/writeChanges.ts";
import { numberingFrom } from "#shared/domain/mutations/numbering.ts";

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

test("each mutation of a design has the prediction for it alone, and the effects are added up", () => {
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

test("the task that predicted more of the mutations is used, and the latest of equal tasks", () => {
  const tasks = [
    predicted("9", "1", { MKTAY: 1, MATAY: 2 }),
    predicted("8", "1", SINGLES),
    predicted("7", "1", SINGLES),
  ];
  expect(expectedEffects(tasks, "activity", DIFFERENCES)?.task.id).toBe("8");
});

test("effects are not added up if the reference or a mutation alone was not predicted", () => {
  const { MKTAY: _, ...withoutReference } = SINGLES;
  const one = expectedEffects([predicted("7", null, withoutReference)], "activity", DIFFERENCES);
  expect([one?.reference, one?.added]).toEqual([null, null]);
  const partial = expectedEffects([predicted("7", null, { MKTAY: 1, MATAY: 2 })], "activity", DIFFERENCES);
  expect([partial?.alone.map((found) => found?.mean ?? null), partial?.added]).toEqual([[2, null], null]);
});

test("nothing is expected without predictions of the assay, or of a variant with one mutation", () => {
  expect(expectedEffects([predicted("7", "1", SINGLES)], "tm", DIFFERENCES)).toBeNull();
  expect(expectedEffects([], "activity", DIFFERENCES)).toBeNull();
  const single = { ...DIFFERENCES, sequence: "MATAY", sites: DIFFERENCES.sites.slice(0, 1) };
  expect(expectedEffects([predicted("7", "1", SINGLES)], "activity", single)).toBeNull();
});
