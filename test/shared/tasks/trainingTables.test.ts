import { expect, it } from "vitest";
import { predictionData } from "#shared/tasks/versionOne/trainingTables.ts";

it("each measured and predicted value has a column of its own, whatever the assays are called", () => {
  const ids = ["activity", "activity_sd", "TM", "tm_mean", "Sequence", "sequence_measured"];
  const assays = ids.map((assay_id) => ({
    assay_id,
    name: null,
    unit: null,
    scale_type: "ADDITIVE" as const,
  }));
  const values = ids.map((_, index) => Float64Array.of(index, index + 1));
  const { columns, rows } = predictionData({ sequences: ["MK", "MR"], values, batches: null }, assays, null);
  const names = columns.map(({ name }) => name);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(1 + 3 * ids.length);
  expect(names.filter((_, at) => at % 3 === 1)).toEqual([
    "activity",
    "activity_sd_measured",
    "TM",
    "tm_mean_measured",
    "Sequence_measured",
    "sequence_measured_measured",
  ]);
  expect(names.filter((_, at) => at % 3 === 1).map((name) => rows[1]?.[name])).toEqual([1, 2, 3, 4, 5, 6]);
});
