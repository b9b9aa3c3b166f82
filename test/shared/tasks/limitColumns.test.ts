import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { analyzeAssays } from "#shared/reports/analysis/analyzeAssays.ts";
import { learnedValues } from "#shared/tasks/learnedValues.ts";
import { limitSentences, limitSides, withExpectedValues } from "#shared/tasks/limitColumns.ts";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
import { broughtScores } from "#shared/tasks/training/broughtScores.ts";
import { comparableValues, measuredAlike } from "#shared/tasks/training/measuredAlike.ts";
import { mutants } from "../science/scorer/mutants.ts";

const REFERENCE = "MKL";
const sequence = ["MKL", "MKV", "MAL", "MAV"];

function rows(columns: Record<string, unknown[]>): Rows {
  return { name: "the query", count: Object.values(columns)[0]?.length ?? 0, columns };
}

function assay(assay_id: string): Assay {
  return { assay_id, name: null, unit: null, scale_type: "ADDITIVE" };
}

function expectedOf(columns: Record<string, unknown[]>, assays = [assay("y")]) {
  const all = rows(columns);
  return withExpectedValues(measurementsFrom(all, assays), limitSides(all, assays), assays, REFERENCE);
}

describe("limits of training values", () => {
  it("limits come from the adjacent column, regardless of letter case, and become expected values", () => {
    const { data, limits } = expectedOf({ sequence, y: [3, 2, 1, null], Y_limit: [null, "", "<", "<"] });
    const [values = new Float64Array()] = data.values;
    expect([...values.slice(0, 2)]).toEqual([3, 2]);
    expect([...values.slice(2)].every((value) => value <= 1)).toBe(true);
    expect(limits).toEqual([{ assay_id: "y", below: 2, above: 0 }]);
    expect(limitSentences(limits)).toEqual([
      "Of the values of y, 2 below a limit are known only as limits; the model accounts for this with a Tobit likelihood.",
    ]);
    expect(limitSentences([{ assay_id: "y", below: 0, above: 1 }])).toEqual([
      "Of the values of y, 1 above a limit is known only as a limit; the model accounts for this with a Tobit likelihood.",
    ]);
  });

  it("in the long form, limits belong to their assay", () => {
    const { data, limits } = expectedOf(
      {
        sequence: [...sequence, "MKL", "MKV"],
        assay_id: ["y", "y", "y", "y", "z", "z"],
        assay_value: [3, 2, 1, 4, 7, 8],
        assay_limit: [null, null, "≤", ">", null, null],
      },
      [assay("y"), assay("z")],
    );
    expect(limits).toEqual([{ assay_id: "y", below: 1, above: 1 }]);
    expect([...(data.values[1] ?? [])].slice(4)).toEqual([7, 8]);
  });

  it("columns with a different meaning are not limits", () => {
    for (const y_limit of [
      [1, 2, 3, 4],
      ["upper", "lower", null, null],
    ]) {
      const { data, limits } = expectedOf({ sequence, y: [3, 2, 1, 0], y_limit });
      expect([...(data.values[0] ?? [])]).toEqual([3, 2, 1, 0]);
      expect(limits).toEqual([]);
    }
  });

  it("limits stay with the remaining rows, and outlier rows neither shift nor bias them", () => {
    const variants = mutants(createRandom("unlike"), 30, 2);
    const alike = {
      sequence: variants,
      y: variants.map((_, row) => (row % 5 === 4 ? 1 : 2 + (row % 5))),
      y_limit: variants.map((_, row) => (row % 5 === 4 ? "<" : "")),
    };
    const unlike = { sequence: ["MEAN", "MKL"], y: [-500, 900], y_limit: ["<", ""] };
    const both = {
      sequence: [...unlike.sequence, ...alike.sequence],
      y: [...unlike.y, ...alike.y],
      y_limit: [...unlike.y_limit, ...alike.y_limit],
    };
    const of = (columns: Record<string, unknown[]>, includesUnlike: boolean) => {
      const all = rows(columns);
      const read = { data: measurementsFrom(all, [assay("y")]), rows: all };
      const alike = measuredAlike(read, { assays: [assay("y")], reference: null, includesUnlike });
      return { ...alike, ...comparableValues(alike, [assay("y")], null) };
    };
    const expected = of(alike, false);
    expect(expected.limits).toEqual([{ assay_id: "y", below: 6, above: 0 }]);
    const { data, limits, excluded } = of(both, false);
    expect(excluded?.unlike.map(({ row }) => row)).toEqual([0, 1]);
    expect({ data, limits }).toEqual({ data: expected.data, limits: expected.limits });
  });

  it("without a reference, the first sequence is compared like any other", () => {
    const variants = mutants(createRandom("unlike"), 30, 2);
    const all = rows({
      sequence: ["MEAN", ...variants],
      y: [null, ...variants.map((_, row) => (row % 5 === 4 ? 1 : 2 + (row % 5)))],
      y_limit: ["", ...variants.map((_, row) => (row % 5 === 4 ? "<" : ""))],
    });
    const data = measurementsFrom(all, [assay("y")]);
    const of = (reference: string | null) =>
      withExpectedValues(data, limitSides(all, [assay("y")]), [assay("y")], reference).data.values;
    expect(of(null)).toEqual(of(variants[0]!));
    expect(of(null)).not.toEqual(of("MEAN"));
  });
});

describe("analysis of limits in batches", () => {
  // Reference wells read 1 on plate a and 3 on plate b; both plates have a limit of 0.1.
  const wells = [...Array(24).keys()].map((row) => ({
    sequence: row % 2 === 0 ? REFERENCE : "MAL",
    batch: row < 12 ? "a" : "b",
    y: row % 2 === 0 ? (row < 12 ? 1 : 3) + 0.01 * (row % 3) : 0.1,
    side: row % 2 === 0 ? null : "<",
  }));
  const all = rows({
    sequence: wells.map((well) => well.sequence),
    batch_id: wells.map((well) => well.batch),
    y: wells.map((well) => well.y),
    y_limit: wells.map((well) => well.side),
  });
  const assays = [assay("y")];
  const measured = measurementsFrom(all, assays);
  const sides = limitSides(all, assays);
  const options = { assays, reference: REFERENCE, includesUnlike: true };
  const trained = comparableValues(measuredAlike({ data: measured, rows: all }, options), assays, REFERENCE);

  it("the analysis learns from the same values as training", () => {
    const { values } = learnedValues({ ...measured, sides }, assays, REFERENCE);
    expect(values).toEqual(trained.data.values);
    expect(learnedValues(measured, assays, REFERENCE).values).not.toEqual(values);
  });

  it("the analysis reports the same offsets as training", () => {
    const data = { reference: REFERENCE, sequences: measured.sequences, assays, values: measured.values };
    const report = (limits: typeof sides) =>
      analyzeAssays({ ...data, batches: measured.batches!, sides: limits });
    const offsets = (limits: typeof sides) =>
      report(limits)
        .sections.find(({ title }) => title === "Batches after correction by models")!
        .table!.rows.map((row) => row[3]);
    expect(offsets(sides)).toEqual(trained.batches[0]!.correction.batches.map(({ offset }) => offset));
    expect(offsets([])).not.toEqual(offsets(sides));
  });

  it("rows with more than a score keep their limits", () => {
    const scores = [{ name: "z", values: Float64Array.of(...measured.values[0]!) }];
    const values = [measured.values[0]!.map((value, row) => (row < 3 ? Number.NaN : value))];
    const { data } = broughtScores({ ...measured, values, sides, features: scores }, REFERENCE);
    expect(data.sides).toEqual([sides[0]!.slice(3)]);
  });
});
