import { expect, test } from "vitest";
import { kindsOf, matches, monthsUntil, rangeOf } from "../../console/pages/activity/activityChoices.ts";

test("months go back over the end of a year, as long as records are kept", () => {
  const months = monthsUntil(new Date("2026-02-28T23:30:00Z"));
  expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(months).toHaveLength(14);
});

test("the range of a month ends where the next one begins", () => {
  expect(rangeOf("2026-12")).toEqual({ from: "2026-12-01", to: "2027-01-01" });
  expect(rangeOf("2028-02")).toEqual({ from: "2028-02-01", to: "2028-03-01" });
});

test("kinds are listed once, and an empty choice matches all records", () => {
  const records = [
    { user_id: "ada", kind: "table:list" },
    { user_id: "bo", kind: "load:undo" },
    { user_id: "ada", kind: "load:undo" },
  ];
  expect(Object.keys(kindsOf(records))).toEqual(["load:undo", "table:list"]);
  expect(records.filter((record) => matches(record, "", "")).length).toBe(3);
  expect(records.filter((record) => matches(record, "ada", "load:undo"))).toEqual([records[2]]);
});
