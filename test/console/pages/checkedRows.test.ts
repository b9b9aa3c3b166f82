import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { currentProblems } from "#console/pages/import/checkedRows.ts";
import type { FileCheck } from "#console/pages/import/fileCheck.ts";

const previewed = { groups: [], count: 1 };
const checked = { groups: [], count: 12 };
const check = { state: "checked", problems: checked, rows: 96, badRows: 5, omitted: 0 } as FileCheck;
const config = { columns: [], bad_rows: null } as unknown as TableConfig;
const skipping = { ...config, bad_rows: "SKIP" } as TableConfig;

test("the problems of the whole file replace those of its first rows", () => {
  const step = { problems: previewed, isPreview: true };
  expect(currentProblems(step, { state: "running", share: 0.5 }, config).problems).toBe(previewed);
  expect(currentProblems(step, check, config)).toEqual({ problems: checked, leftOut: false });
  expect(currentProblems(step, check, skipping)).toEqual({ problems: checked, leftOut: true });
});

test("the service's reasons for refusing an import remain, even if unreadable rows are skipped", () => {
  const step = { problems: previewed, isPreview: false };
  expect(currentProblems(step, check, skipping)).toEqual({ problems: previewed, leftOut: false });
});
