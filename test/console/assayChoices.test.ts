import { expect, test } from "vitest";
import { willUse, withChoices } from "#console/pages/tasks/measured/assayChoices.ts";
import type { AssayChoice } from "#console/pages/tasks/measured/material.ts";

const assay = (column: string, values: number): AssayChoice => ({
  ...{ column, values, isChosen: true, scale: null, likely: null, unit: "", limit: null },
});
const assays = [assay("activity", 60), assay("tm", 30)];

test("a repeated task selects its assays with their scales and units", () => {
  const before = { assays: [{ column: "tm", scale: "ADDITIVE" as const, unit: "°C", limit: null }] };
  expect(withChoices(assays, before)).toEqual([
    { ...assay("activity", 60), isChosen: false },
    { ...assay("tm", 30), scale: "ADDITIVE", unit: "°C" },
  ]);
});

test("the form states how many rows a task can use, and how many lack a sequence", () => {
  const material = { rows: 100, sequences: 96, mutations: null };
  expect(willUse(material, assays)).toBe(
    "It will use up to 90 of 100 rows: those with a sequence and a value. 4 rows have no sequence.",
  );
  expect(willUse({ ...material, sequences: 100 }, [assay("activity", 400)])).toBe(
    "It will use up to 100 of 100 rows: those with a sequence and a value.",
  );
  expect(willUse(material, [])).toBe("Choose at least one assay.");
});
