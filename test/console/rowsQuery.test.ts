import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  COMPARISONS,
  type Comparison,
  comparisonsOf,
  conditionOf,
  type Filter,
  isApplied,
  nextSort,
  readFilters,
  readMatch,
  rowsQuery,
  writeFilter,
} from "../../console/pages/table/rowsQuery.ts";

const COLUMNS = [
  { name: "variant", type: "STRING" },
  { name: "n", type: "INT64" },
  { name: "tm", type: "FLOAT64" },
  { name: "is_active", type: "BOOL" },
  { name: "day", type: "DATE" },
  { name: "at", type: "TIMESTAMP" },
  { name: "tags", type: "ARRAY" },
];

const anyFilter: fc.Arbitrary<Filter> = fc.record({
  column: fc.constantFrom(...COLUMNS.map(({ name }) => name), "gone"),
  comparison: fc.constantFrom(...(Object.keys(COMPARISONS) as Comparison[])),
  value: fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "1.5",
      "-3",
      "1e-5",
      "true",
      "2026-01-31",
      "2026-01-31 12:00",
      "it's",
      "' OR 1=1 --",
      "a|b",
    ),
  ),
});

describe("the query of a table's page", () => {
  test("the query contains the order and the filters that match its columns", () => {
    const filters: Filter[] = [
      { column: "tm", comparison: "at-least", value: " 50 " },
      { column: "variant", comparison: "contains", value: "A45'" },
      { column: "n", comparison: "is", value: "many" },
      { column: "day", comparison: "at-most", value: "2026-01-31" },
      { column: "is_active", comparison: "is", value: "True" },
      { column: "at", comparison: "at-least", value: "2026-01-31T12:00" },
      { column: "tags", comparison: "missing", value: "" },
      { column: "n", comparison: "present", value: "" },
    ];
    const applied = [true, true, false, true, true, true, false, true];
    expect(filters.map((one) => isApplied(one, COLUMNS))).toEqual(applied);
    expect(rowsQuery("melting", COLUMNS, filters, { column: "tm", isDescending: true })).toBe(
      `SELECT * FROM melting WHERE "tm" >= DOUBLE '50' AND strpos(lower("variant"), lower('A45''')) > 0 ` +
        `AND "day" <= DATE '2026-01-31' AND "is_active" = true AND "at" >= TIMESTAMP '2026-01-31 12:00 UTC' ` +
        `AND "n" IS NOT NULL ORDER BY "tm" DESC NULLS LAST`,
    );
    expect(() => conditionOf({ column: "n", comparison: "is", value: "many" }, "INT64")).toThrow(
      '"many" is not a number.',
    );
  });

  test("each filter becomes one condition, whatever its value, and round-trips through the URL", () => {
    fc.assert(
      fc.property(fc.array(anyFilter, { maxLength: 4 }), (filters) => {
        const params = new URLSearchParams(
          filters.map((one) => ["where", writeFilter(one)] as [string, string]),
        );
        expect(readFilters(new URLSearchParams(params.toString()))).toEqual(
          filters.map((one) => ({ ...one, value: one.value.toWellFormed() })),
        );
        const applied = filters.filter((one) => isApplied(one, COLUMNS));
        // Outside its strings, in which quotes are doubled, the query does not contain any part of a value.
        const bare = rowsQuery("melting", COLUMNS, filters, null).replace(/'(?:[^']|'')*'/g, "''");
        expect(bare).not.toMatch(/--|;| OR /);
        expect(bare.split(" AND ").length).toBe(Math.max(1, applied.length));
      }),
    );
  });

  test("nested values cannot be compared", () => {
    expect(comparisonsOf("STRUCT")).toEqual([]);
  });
});

test("rows match all filters, or any of them", () => {
  const filters: Filter[] = [
    { column: "tm", comparison: "at-least", value: "50" },
    { column: "gone", comparison: "is", value: "x" },
    { column: "n", comparison: "missing", value: "" },
  ];
  const query = (search: string) =>
    rowsQuery("lab", COLUMNS, filters, null, readMatch(new URLSearchParams(search)));
  expect(query("")).toBe(`SELECT * FROM lab WHERE "tm" >= DOUBLE '50' AND "n" IS NULL`);
  expect(query("match=other")).toBe(query(""));
  expect(query("match=any")).toBe(`SELECT * FROM lab WHERE "tm" >= DOUBLE '50' OR "n" IS NULL`);
});

test("pressing a column sorts by it, reverses the order, and then removes it", () => {
  const press = (times: number, name: string, type: string) => {
    let sort: ReturnType<typeof nextSort> = { column: "other", isDescending: true };
    for (let time = 0; time < times; time += 1) sort = nextSort(sort, { name, type });
    return sort;
  };
  expect([1, 2, 3].map((times) => press(times, "tm", "FLOAT64"))).toEqual([
    { column: "tm", isDescending: true },
    { column: "tm", isDescending: false },
    null,
  ]);
  expect(press(1, "variant", "STRING")).toEqual({ column: "variant", isDescending: false });
});
