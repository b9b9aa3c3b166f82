import { expect, test } from "vitest";
import { timeWords } from "#cli/output/printList.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");

test.each([
  ["2026-11-27T11:59:30.123Z", "just now"],
  ["2026-11-27T11:41:00Z", "19 min. ago"],
  ["2026-11-27T08:30:00Z", "3 hr. ago"],
  ["2026-11-26T11:00:00Z", "yesterday"],
  ["2026-11-20T11:00:00Z", "7 days ago"],
  // A time in the future, such as the end of an upload.
  ["2026-11-28T11:00:00Z", "in 23 hr."],
  ["244481024703059", "244481024703059"],
  ["2026-11-20", "2026-11-20"],
  ["seen at 2026-11-20T11:00:00Z", "seen at 2026-11-20T11:00:00Z"],
])("on a terminal, %s is shown as %s", (text, shown) => {
  expect(timeWords(text, NOW)).toBe(shown);
});

test("a time more than a month ago is shown as a date and time", () => {
  expect(timeWords("2026-01-02T11:00:00Z", NOW)).toMatch(/^2026-01-02 \d\d:\d\d$/);
});
