import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import {
  applyProposal,
  correctionWords,
  exclusionWords,
  isApplied,
  withCorrection,
  withExclusion,
} from "#console/pages/import/exceptionRules.ts";

const LIMITS = { source_name: "Act.", notations: ["LIMIT" as const] };
const NOTED: TableConfig["columns"] = [
  { name: "activity", type: "FLOAT64", ...LIMITS },
  { name: "activity_limit", type: "STRING", ...LIMITS, part: "LIMIT" },
];
const TEXT: TableConfig["columns"] = [{ name: "activity", type: "STRING", source_name: "Act." }];
const CONFIG: TableConfig = {
  columns: [{ name: "id", type: "STRING" }, ...NOTED, { name: "n", type: "INT64" }],
};
const proposal = (columns: TableConfig["columns"]) => ({ title: "", columns, applied: false }) as never;

test("a proposal replaces the columns created from the file's column", () => {
  const asText = applyProposal(CONFIG, "act.", proposal(TEXT));
  expect(asText.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "id STRING",
    "activity STRING",
    "n INT64",
  ]);
  expect([CONFIG, asText].map((one) => isApplied(one, "Act.", proposal(TEXT)))).toEqual([false, true]);
  expect(applyProposal(asText, "Act.", proposal(NOTED))).toEqual(CONFIG);
});

test("a correction of a cell replaces an earlier one and states the original value", () => {
  const cell = { line: 4, column: "Act.", value: "1.2.5" };
  const once = withCorrection(CONFIG, cell, "1.25", "Typing error");
  const twice = withCorrection(once, cell, " ", "Not measured");
  expect(once.corrections).toEqual([
    { line: 4, column: "Act.", was: "1.2.5", value: "1.25", reason: "Typing error" },
  ]);
  expect(twice.corrections?.map(({ value }) => value)).toEqual([null]);
  const excluded = withExclusion(twice, 7, "Empty well").exclusions ?? [];
  expect([...(twice.corrections ?? []).map(correctionWords), ...excluded.map(exclusionWords)]).toEqual([
    "Line 4, Act.: corrected from “1.2.5” to an empty cell",
    "Line 7 is not loaded",
  ]);
  expect(exclusionWords({ column: "Sample", value: "Mean", reason: "x" })).toBe(
    "Rows with “Mean” in Sample are not loaded",
  );
});
