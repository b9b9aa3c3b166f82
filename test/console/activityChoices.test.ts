import { expect, test } from "vitest";
import { kindsOf, monthsUntil, rangeOf } from "../../console/pages/activity/activityChoices.ts";

test("the list of months crosses years, as far back as records are kept", () => {
  const months = monthsUntil(new Date("2026-02-28T23:30:00Z"));
  expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  // 400 days before is 24 January 2025.
  expect(months.at(-1)).toBe("2025-01");
  // On 1 March, records of 15 months are kept.
  expect(monthsUntil(new Date("2026-03-01T00:30:00Z"))).toHaveLength(15);
});

test("the range of a month ends where the next one begins", () => {
  expect(rangeOf("2026-12")).toEqual({ from: "2026-12-01", to: "2027-01-01" });
  expect(rangeOf("2028-02")).toEqual({ from: "2028-02-01", to: "2028-03-01" });
});

test("kinds are listed once, in alphabetical order", () => {
  const records = [
    { user_id: "ada", kind: "table:list" },
    { user_id: "bo", kind: "load:undo" },
    { user_id: "ada", kind: "load:undo" },
  ];
  expect(Object.keys(kindsOf(records))).toEqual(["load:undo", "table:list"]);
});
