import { expect, test } from "vitest";
import { hasValue } from "#shared/domain/columns/hasValue.ts";
import type { NormalizedInput } from "#shared/domain/columns/normalizedView.ts";
import { noWells, wellFault } from "#shared/domain/columns/referenceWells.ts";

const COLUMNS = [
  { name: "sample", type: "STRING" },
  { name: "is_control", type: "BOOL" },
  { name: "dose", type: "FLOAT64" },
  { name: "n", type: "INT64" },
] as const;
const INPUT: NormalizedInput = {
  table: "t",
  columns: COLUMNS,
  value: "y",
  plate: "plate",
  control: { column: "sample", value: "wt" },
  method: "RATIO",
};

test.each([
  ["sample", "TRUE", `CAST("sample" AS varchar) = 'TRUE'`],
  ["is_control", "TRUE", '"is_control" = true'],
  ["is_control", "0", '"is_control" = false'],
  ["is_control", "maybe", `CAST("is_control" AS varchar) = 'maybe'`],
  ["dose", "0", `"dose" = CAST('0' AS double)`],
  ["dose", "1.50", `"dose" = CAST('1.5' AS double)`],
  ["dose", "", `CAST("dose" AS varchar) = ''`],
  ["n", "05", '"n" = 5'],
])("a value of the column %s is compared with the column's type: %s", (column, value, sql) => {
  expect(hasValue(COLUMNS, column, value)).toBe(sql);
});

test("unknown wells are rejected with the existing values, and plates without them are counted", () => {
  const counts = { plates: 3n, controls: 4n, positives: 0n, lacking: 0n, example: null };
  expect(wellFault(INPUT, counts)).toEqual({ missing: null, warning: null });
  expect(wellFault(INPUT, { ...counts, controls: 0 }).missing).toBe("wt");
  expect(wellFault({ ...INPUT, positive: "best" }, counts).missing).toBe("best");
  const some = { ...counts, lacking: 2, example: "P2" };
  expect(wellFault(INPUT, some).warning).toBe(
    '2 of 3 values of plate, such as "P2", have no well where sample is wt: the new column is empty there.',
  );
  expect(wellFault({ ...INPUT, plate: null, method: "Z_SCORE" }, some).warning).toBe(
    "The table has fewer than 2 wells where sample is wt: the new column is empty there.",
  );
  expect(noWells(INPUT, "wt", ["WT", "A1G"])).toBe(
    'No row with a value in y has "wt" in sample. Use a different value: sample has WT, A1G.',
  );
  const dose = { ...INPUT, control: { column: "dose", value: "2" } };
  expect(noWells(dose, "2", ["0.0E0", "1.5E0"])).toContain("dose has 0, 1.5.");
  expect(noWells(INPUT, "wt", [])).toContain("sample is empty in all rows.");
});
