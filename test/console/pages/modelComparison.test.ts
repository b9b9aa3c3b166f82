import { expect, test } from "vitest";
import type { Task } from "#client/taskHandle.ts";
import { type ComparedModel, compareModels } from "#console/pages/tasks/compare/modelComparison.ts";

function model(id: string, spearman: number | null, usable = true): ComparedModel {
  const training = {
    id,
    created_at: "2026-11-26T10:00:00.000Z",
    parameters: { seed: 1, homologs: null },
    data_versions: { variants: id },
  } as unknown as Task;
  const assays = [{ assay_id: "activity", scale_type: "ADDITIVE", spearman, usable }];
  const facts = {
    reference: "MKTAY",
    sampler: "1",
    scorer: "2",
    assays,
    mutations: null,
    structure: null,
    hardlyVaried: [],
  };
  return { training, facts };
}
const lineOf = (models: readonly ComparedModel[], label: string) =>
  compareModels(models).find((line) => line.label.startsWith(label));

test("models are compared by rank correlation, and tied models are both shown as best", () => {
  expect(lineOf([model("1", 0.5), model("2", 0.812), model("3", 0.808)], "activity")).toEqual({
    label: "activity, rank correlation",
    cells: ["0.50", "0.81", "0.81"],
    best: [1, 2],
  });
  expect(lineOf([model("1", 0.1, false), model("2", null)], "activity")).toMatchObject({
    cells: ["0.10, unlikely to help", "too few rows to tell"],
    best: [],
  });
});

test("if a model was deleted or does not predict an assay, its cell says so", () => {
  const deleted = { ...model("2", 0.9), facts: null };
  expect(lineOf([model("1", 0.5), deleted], "activity")?.cells).toEqual(["0.50", "not predicted"]);
  expect(lineOf([model("1", 0.5), deleted], "Residues")?.cells).toEqual(["5", "–"]);
  expect(lineOf([model("7", 0.5)], "Data version")?.cells).toEqual(["variants 7"]);
});
