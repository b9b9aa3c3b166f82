import type { DesignRow } from "@pdp/science/designs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { designTable } from "#shared/tasks/designTable.ts";

function row(ids: readonly string[]): DesignRow {
  return {
    sequence: "MK",
    rank: 1,
    mutations: "",
    num_mutations: 0,
    parent: "MK",
    log_likelihood: 0,
    predictions: Object.fromEntries(ids.map((id, index) => [id, { mean: index, sd: index + 0.5 }])),
    constraint_probability: null,
    passes: true,
    purpose: "EXPLOIT",
    reason: "K2A, seen once",
    generator_provenance: null,
  };
}

function assayColumns(ids: readonly string[]): string[] {
  return designTable("", [], ids)
    .columns.map(({ name }) => name)
    .filter((name) => name.endsWith("_mean"));
}

it("a table of designs names its columns after the assays, if SQL allows the name", () => {
  expect(assayColumns(["activity", "T m (°C)"])).toEqual(["activity_mean", "assay_2_mean"]);
});

it("assays that differ only in case, or have a name like a placeholder, stay separate", () => {
  expect(assayColumns(["activity", "Activity"])).toEqual(["assay_1_mean", "assay_2_mean"]);
  expect(assayColumns(["assay_2", "T m"])).toEqual(["assay_2_mean", "assay_2__mean"]);
});

it("every column is unique and contains its assay's values, for any assay names", () => {
  const id = fc.oneof(
    fc.constantFrom("a", "A", "assay_1", "assay_2", "ASSAY_2", "assay_2_", "a_mean", "rank", "constructor"),
    fc.string({ minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1, maxLength: 6 }), (ids) => {
      const { columns, rows } = designTable("", [row(ids)], ids);
      const names = columns.map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
      for (const { name } of columns) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/);
      expect(Object.keys(rows[0] ?? {}).sort()).toEqual(columns.map(({ name }) => name).sort());
      const means = columns.filter(({ name }) => name.endsWith("_mean")).map(({ name }) => rows[0]?.[name]);
      expect(means).toEqual(ids.map((_, index) => index));
    }),
    { seed: 1, numRuns: 300 },
  );
});
