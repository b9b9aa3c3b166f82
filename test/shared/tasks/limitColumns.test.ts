import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { limitSentences, limitSides, withExpectedValues } from "#shared/tasks/limitColumns.ts";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
import { measuredAlike } from "#shared/tasks/training/measuredAlike.ts";
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

describe("the limits of a training's values", () => {
  it("are read from the column beside them, whatever its case, and become expected values", () => {
    const { data, limits } = expectedOf({ sequence, y: [3, 2, 1, null], Y_limit: [null, "", "<", "<"] });
    const [values = new Float64Array()] = data.values;
    expect([...values.slice(0, 2)]).toEqual([3, 2]);
    expect([...values.slice(2)].every((value) => value <= 1)).toBe(true);
    expect(limits).toEqual([{ assay_id: "y", below: 2, above: 0 }]);
    expect(limitSentences(limits)).toEqual([
      "Of the values of y, 2 below a limit are known only to be on that side; the model expects them there by a Tobit likelihood.",
    ]);
  });

  it("are those of their assay alone in the long form", () => {
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

  it("are nothing that a column of another meaning holds", () => {
    for (const y_limit of [
      [1, 2, 3, 4],
      ["upper", "lower", null, null],
    ]) {
      const { data, limits } = expectedOf({ sequence, y: [3, 2, 1, 0], y_limit });
      expect([...(data.values[0] ?? [])]).toEqual([3, 2, 1, 0]);
      expect(limits).toEqual([]);
    }
  });

  it("are those of the rows that stay, and unlike rows neither shift nor bias them", () => {
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
      return measuredAlike(read, { assays: [assay("y")], reference: null, includesUnlike });
    };
    const expected = of(alike, false);
    expect(expected.limits).toEqual([{ assay_id: "y", below: 6, above: 0 }]);
    const { data, limits, excluded } = of(both, false);
    expect(excluded?.found.map(({ row }) => row)).toEqual([0, 1]);
    expect({ data, limits }).toEqual({ data: expected.data, limits: expected.limits });
  });

  it("are compared with the first sequence like the others where no reference is stated", () => {
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
