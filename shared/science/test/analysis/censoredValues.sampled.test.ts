import { createRandom, spearman } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { byNight } from "../../../../test/support/byNight.ts";
import { expectedValues } from "../../analysis/censoredValues.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { createScorer } from "../../scorer/scorer.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

function landscape(seed: string) {
  const random = createRandom(seed);
  const reference = residueIndices(REFERENCE);
  const effects = Float64Array.from({ length: reference.length * 22 }, () => random.normal());
  const truth = (text: string): number =>
    residueIndices(text).reduce(
      (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
      0,
    );
  const sequences = mutants(random, 200, 3, 5);
  const values = Float64Array.from(sequences, (text) => truth(text) + 0.2 * random.normal());
  return { truth, sequences, values };
}

/** Censors the lowest 30 % of values at one limit. */
function censored(values: Float64Array) {
  const limit = values.toSorted()[Math.floor(0.3 * values.length)]!;
  return {
    limit,
    limits: Int8Array.from(values, (value) => (value < limit ? -1 : 0)),
    stated: values.map((value) => Math.max(value, limit)),
  };
}

describe("values below a limit", () => {
  byNight(
    "with 30 % of values below a limit, a scorer loses at most 0.03 of its correlation with the truth",
    async () => {
      const { truth, sequences, values } = landscape("censored");
      const { limits, stated } = censored(values);
      const unseen = mutants(createRandom("unseen"), 400, 3, 5).filter((text) => !sequences.includes(text));
      const expected = Float64Array.from(unseen, truth);
      const accuracyOf = async (column: Float64Array) => {
        const assays = [{ assay_id: "y", scale_type: "ADDITIVE" as const }];
        const data = { reference: REFERENCE, sequences, assays, values: [column], sampler: null, seed: 7 };
        const { model } = await fitScorer(data);
        return spearman(createScorer(model!).get("y")!.predict(unseen).mean, expected);
      };
      const imputed = expectedValues({
        sequences,
        reference: REFERENCE,
        values: stated,
        limits,
        scale: "ADDITIVE",
      });
      const [full, tobit] = [await accuracyOf(values), await accuracyOf(imputed)];
      expect(full).toBeGreaterThan(0.8);
      expect(full - tobit).toBeLessThanOrEqual(0.03);
    },
  );

  it("imputed values respect their limits and are closer to the truth than the limits", () => {
    const { sequences, values } = landscape("sides");
    const { limit, limits, stated } = censored(values);
    const rows = [...limits.keys()].filter((row) => limits[row] !== 0);
    const expected = expectedValues({
      sequences,
      reference: REFERENCE,
      values: stated,
      limits,
      scale: "ADDITIVE",
    });
    expect(rows.every((row) => expected[row]! <= limit)).toBe(true);
    expect([...limits.keys()].every((row) => limits[row] !== 0 || expected[row] === values[row])).toBe(true);
    const error = (estimate: (row: number) => number) =>
      rows.reduce((sum, row) => sum + (estimate(row) - values[row]!) ** 2, 0) / rows.length;
    expect(error((row) => expected[row]!)).toBeLessThan(0.5 * error(() => limit));
    // When mirrored, they are lower bounds.
    const mirrored = expectedValues({
      sequences,
      reference: REFERENCE,
      values: stated.map((value) => -value),
      limits: limits.map((side) => -side),
      scale: "ADDITIVE",
    });
    for (const row of rows) expect(mirrored[row]).toBeCloseTo(-expected[row]!, 9);
  });

  it("imputed ratios are above zero, imputed ranks are below all others, and unknown limits are below all numbers", () => {
    const sequences = ["MKL", "MKV", "MAL", "MAV"];
    const values = Float64Array.of(1, 4, 0.5, Number.NaN);
    const of = (scale: "MULTIPLICATIVE" | "RANK", limits: number[]) => [
      ...expectedValues({ sequences, reference: "MKL", values, limits: Int8Array.from(limits), scale }),
    ];
    const ratios = of("MULTIPLICATIVE", [0, 0, -1, -1]);
    expect(ratios.slice(0, 2)).toEqual([1, 4]);
    for (const value of ratios.slice(2)) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThanOrEqual(0.5);
    }
    expect(of("RANK", [0, 1, 0, -1])).toEqual([1, 5, 0.5, -0.5]);
    expect(of("RANK", [0, 0, 0, 0])).toEqual([1, 4, 0.5, Number.NaN]);
  });

  it("imputed ratios are above zero even if another value or a limit is zero", () => {
    const sequences = ["MKL", "MKV", "MAL", "MAV", "MKA", "MKI"];
    const of = (values: number[], limits: number[]) => [
      ...expectedValues({
        sequences,
        reference: "MKL",
        values: Float64Array.from(values),
        limits: Int8Array.from(limits),
        scale: "MULTIPLICATIVE",
      }),
    ];
    const exact = of([1, 4, 0.5, Number.NaN, 0, 200], [0, 0, -1, -1, 0, 0]);
    expect([0, 1, 4, 5].map((row) => exact[row])).toEqual([1, 4, 0, 200]);
    for (const value of [exact[2]!, exact[3]!]) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThanOrEqual(0.5);
    }
    const limit = of([1, 4, 0.5, 2, 0, 200], [0, 0, -1, 0, -1, 0]);
    expect(limit[2]).toBeGreaterThan(0);
    expect(limit[4]).toBe(0);
  });

  it.each(["ADDITIVE", "MULTIPLICATIVE", "RANK"] as const)(
    "values below a limit remain missing if an assay on the scale %s has no numeric value",
    (scale) => {
      const values = Float64Array.of(Number.NaN, Number.NaN);
      const limits = Int8Array.of(-1, 0);
      const expected = expectedValues({ sequences: ["MKL", "MKV"], reference: "MKL", values, limits, scale });
      expect([...expected]).toEqual([Number.NaN, Number.NaN]);
    },
  );

  it("sequences with the same total length but chains of other lengths have no substitutions", () => {
    const sequences = ["ACDE/FGHI", "ACDF/FGHI", "ACD/EFGHI", "ACDE/FGHK"];
    const values = Float64Array.from([1, 2, 9, 3]);
    const known = {
      reference: "ACDE/FGHI",
      values,
      limits: Int8Array.from([0, 0, 0, -1]),
      scale: "ADDITIVE" as const,
    };
    const shifted = expectedValues({ ...known, sequences });
    // An unrelated sequence of any other length tells as much.
    const longer = expectedValues({ ...known, sequences: sequences.with(2, "ACD/EFGHIK") });
    expect(shifted).toEqual(longer);
  });
});
