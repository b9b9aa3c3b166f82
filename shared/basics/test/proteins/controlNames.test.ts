import { expect, test } from "vitest";
import { controlOf, isSampleColumn } from "../../proteins/controlNames.ts";

test.each([
  ["WT", "WILD_TYPE"],
  ["wt 3", "WILD_TYPE"],
  ["wild-type_rep2", "WILD_TYPE"],
  ["Parent 1", "WILD_TYPE"],
  ["Blank", "BLANK"],
  ["blank_12", "BLANK"],
  ["buffer only", "BLANK"],
  ["no enzyme", "BLANK"],
  ["Media a", "BLANK"],
  ["neg. control", null],
  ["negative control 2", "NEGATIVE"],
  ["empty vector", "NEGATIVE"],
  ["A23G", null],
  ["WTX", null],
  ["blanket", null],
  ["none", null],
  ["", null],
  ["=", null],
])("a sample named %j is the control %j", (name, control) => {
  expect(controlOf(name)).toBe(control);
});

test("columns that name samples are recognized by their names", () => {
  const names = [
    "Sample",
    "sample name",
    "Sample ID",
    "role",
    "well_type",
    "Clone",
    "activity",
    "plate",
    "mutations",
  ];
  expect(names.filter(isSampleColumn)).toEqual(names.slice(0, 6));
});
