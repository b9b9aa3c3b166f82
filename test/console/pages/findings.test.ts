import { numberingFrom } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { readDesigns } from "#client/orderList/design.ts";
import { alignDesigns } from "#console/pages/tasks/findings/alignDesigns.ts";
import { changedPositions } from "#console/pages/tasks/findings/changedPositions.ts";
import { predictionsChart } from "#console/pages/tasks/findings/predictionsChart.ts";
import { taskFigures } from "#console/pages/tasks/findings/taskFigures.ts";

test("a training run shows its rank correlations first, followed by hits among the top predictions", () => {
  const figures = {
    assay_ids: ["activity", "tm"],
    spearman: [0.807, null],
    spearman_low: [0.78, null],
    spearman_high: [0.83, null],
    top_ordered: [50, null],
    top_hits: [27, null],
  };
  expect(taskFigures({ type: "train/v2" }, figures)).toEqual([
    {
      label: "activity: rank correlation for new variants (1 is perfect, 0 is chance)",
      value: "0.81 (0.78 to 0.83)",
    },
    { label: "activity: top predictions among the best tenth", value: "27 of 50" },
  ]);
});

test("designs show their number, mutations and best predictions, and at most five figures", () => {
  const figures = {
    ...{ designs: 40, wanted: 48, fewest_mutations: 2, most_mutations: 4 },
    assay_ids: ["a", "b", "c", "d"],
    best_predicted_mean: [2.0744, 1, 1, 1],
  };
  const found = taskFigures({ type: "engineer/v2" }, figures);
  expect(found.slice(0, 3).map(({ value }) => value)).toEqual(["40 of 48 wanted", "2 to 4", "2.074"]);
  expect(found).toHaveLength(5);
  const [, , first, second] = taskFigures({ type: "engineer/v2" }, { ...figures, usable: [false, true] });
  expect([first?.label, second?.label]).toEqual(["a: best prediction, not usable", "b: best prediction"]);
  expect(taskFigures({ type: "engineer/v2" }, {})).toEqual([]);
  expect(
    taskFigures({ type: "predict/v1" }, { predicted: 609, other_length: 0 }).map(({ value }) => value),
  ).toEqual(["609", "0"]);
});

/** Changed positions of designs with these sequences, templates and mutations. */
function positionsOf(
  rows: readonly { sequence: string; parent: string; mutations?: string }[],
  firstNumber: number,
) {
  const designs = readDesigns(rows.map((row, at) => ({ rank: at + 1, mutations: "", ...row })));
  return changedPositions(alignDesigns(designs, numberingFrom(firstNumber)));
}

test("positions changed by designs are counted with their residues", () => {
  const parent = "MKTA";
  const designs = ["MATA", "MATG", "MGTA", "MKTA"].map((sequence) => ({ sequence, parent }));
  expect(positionsOf(designs, 10)).toEqual([
    {
      site: "K11",
      designs: 3,
      residues: [
        { residue: "A", designs: 2 },
        { residue: "G", designs: 1 },
      ],
    },
    { site: "A13", designs: 1, residues: [{ residue: "G", designs: 1 }] },
  ]);
  expect(positionsOf([], 1)).toEqual([]);
});

test("the list of positions and the alignment use the same name for a position where templates differ", () => {
  const rows = [
    { rank: 1, sequence: "MA", parent: "MK", mutations: "K2A" },
    // Its template has a different residue at this position, which the design does not change.
    { rank: 2, sequence: "AR", parent: "MR", mutations: "M1A" },
  ];
  const alignment = alignDesigns(readDesigns(rows), numberingFrom(1));
  expect(alignment.sites.map(({ name }) => name)).toEqual(["M1", "K/R2"]);
  expect(changedPositions(alignment).map(({ site }) => site)).toEqual(["M1", "K/R2"]);
});

test("deleted and inserted residues are among the changed positions", () => {
  const parent = "MKTA";
  const designs = [
    { sequence: "MA", parent, mutations: "K2_T3del" },
    { sequence: "MKA", parent, mutations: "T3del" },
    { sequence: "MKGTA", parent, mutations: "K2_T3insG" },
  ];
  expect(positionsOf(designs, 1).map(({ site, residues }) => [site, residues[0]?.residue])).toEqual([
    ["T3", "–"],
    ["K2", "–"],
    ["2+", "G"],
  ]);
});

test("designs have a Pareto front only if the task states which values are better", () => {
  const rows = [
    { rank: 1, sequence: "MA", mutations: "K2A", parent: "MK", km_mean: 2, km_sd: 1, tm_mean: 50, tm_sd: 1 },
  ];
  const chart = (goals: [string, "higher" | "lower"][]) =>
    predictionsChart(readDesigns(rows), (sequence) => sequence, new Map(goals));
  expect(chart([["km", "lower"]])?.guide).toBe("none");
  const both = chart([
    ["km", "lower"],
    ["tm", "higher"],
  ]);
  expect([both?.guide, both?.better]).toEqual(["front", { x: "lower", y: "higher" }]);
});

test("the chart of predictions names designs of another length by their mutations", () => {
  const parent = "MKTA";
  const rows = [
    { rank: 1, sequence: "MTA", mutations: "K11del", parent, activity_mean: 2, activity_sd: 1 },
    { rank: 2, sequence: parent, mutations: "", parent, activity_mean: 1, activity_sd: 1 },
  ];
  const chart = predictionsChart(readDesigns(rows), (sequence) => sequence, new Map());
  expect(chart?.points.map(({ name }) => name)).toEqual(["1. K11del", "2. the template"]);
});
