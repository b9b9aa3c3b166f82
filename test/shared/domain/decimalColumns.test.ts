import { expect, test } from "vitest";
import { decimalView, withDecimalColumns } from "#shared/domain/columns/decimalColumns.ts";

const TABLE = [
  { name: "variant", type: "STRING" as const },
  { name: "Inhibition", type: "INT64" as const },
  { name: "plate", type: "INT64" as const },
];

test("decimals for an INT64 column are stored in an additional column that reads the same file column", () => {
  const stated = [
    { name: "variant", type: "STRING" as const },
    { name: "inhibition", type: "FLOAT64" as const, source_name: "Inhibition (%)" },
    { name: "plate", type: "INT64" as const },
  ];
  expect(withDecimalColumns(stated, TABLE)).toEqual([
    stated[0],
    { name: "Inhibition_decimal", type: "FLOAT64", source_name: "Inhibition (%)" },
    stated[2],
  ]);
  expect(withDecimalColumns(stated, [])).toEqual(stated);
});

test("a view combines both columns under the integer column's name", () => {
  expect(decimalView("plates", TABLE)).toBeNull();
  expect(decimalView("plates", [...TABLE, { name: "inhibition_decimal", type: "FLOAT64" }])).toEqual({
    reference: "plates_decimal",
    query:
      'SELECT "variant", coalesce("Inhibition_decimal", CAST("Inhibition" AS double)) AS "Inhibition", "plate" FROM "plates"',
  });
});
