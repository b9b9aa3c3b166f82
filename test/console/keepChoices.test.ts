import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { keepChoices } from "../../console/pages/import/keepChoices.ts";

const rule = { mutations: "variant", reference: { monomer: "MKT" } };
const proposed = {
  columns: [
    { name: "variant", type: "STRING" },
    { name: "activity", type: "FLOAT64" },
  ],
} as TableConfig;
const chosen = {
  columns: [{ name: "activity_u", source_name: "activity", type: "FLOAT64" }],
  missing_values: ["oops"],
  bad_rows: "SKIP",
} as TableConfig;

test("providing a reference keeps the column choices and adds the sequence rule", () => {
  const withRule = { ...proposed, sequence_from: rule };
  expect(keepChoices(chosen, withRule)).toEqual({ ...chosen, sequence_from: rule });
});

test("a reference that matches no mutations removes the previous reference's rule and keeps the choices", () => {
  expect(keepChoices({ ...chosen, sequence_from: rule }, proposed)).toEqual(chosen);
});

test("a file without choices uses the proposal", () => {
  expect(keepChoices(null, proposed)).toBe(proposed);
  expect(keepChoices(chosen, null)).toBeNull();
});
