import { createRandom, ranks, sortPresent, studentTwoSided } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { assayOf, GB1, simulateAssays } from "../../../../test/shared/science/analysis/simulateAssays.ts";
import { findBatchEffects } from "../../analysis/batchEffects.ts";
import { findOutliers, type Outliers } from "../../analysis/outliers.ts";
import { findReplicates } from "../../analysis/replicates.ts";
import { variantMeans } from "../../analysis/variantMeans.ts";
import { findVariants, type Variants } from "../../analysis/variants.ts";

const ASSAYS = [assayOf("activity")];

function replicatesOf(sequences: readonly string[], values: Float64Array): ReturnType<typeof findReplicates> {
  const variants = findVariants(sequences, GB1);
  return findReplicates(variants, values, variantMeans(variants, values), createRandom(1));
}

describe("replicates", () => {
  it("the pooled deviation is computed within sequences", () => {
    const { sequences, values, deviation } = replicatesOf(
      ["A", "A", "C", "C", "D"],
      Float64Array.of(1, 3, 10, 14, 99),
    );
    expect({ sequences, values }).toEqual({ sequences: 2, values: 4 });
    expect(deviation).toBeCloseTo(Math.sqrt((2 + 8) / 2));
  });

  it("known noise and reliability are recovered", () => {
    const { sequences, values, truth } = simulateAssays({
      rows: 6_000,
      replicated: 0.6,
      noise: 0.4,
      assays: ASSAYS,
    });
    const { deviation, correlation } = replicatesOf(sequences, values[0]!);
    const mean = truth.reduce((sum, value) => sum + value, 0) / truth.length;
    const spread = truth.reduce((sum, value) => sum + (value - mean) ** 2, 0) / truth.length;
    expect(deviation).toBeCloseTo(0.4, 1);
    expect(Math.abs(correlation!.value - spread / (spread + 0.16))).toBeLessThan(0.06);
    expect(correlation!.low).toBeLessThan(correlation!.value);
    expect(correlation!.high).toBeGreaterThan(correlation!.value);
  });

  it("the noise is unknown without replicates or differences", () => {
    expect(replicatesOf(["A", "C"], Float64Array.of(1, 2))).toMatchObject({
      deviation: null,
      correlation: null,
    });
    const same = ["A", "A", "C", "C", "D", "D", "E", "E"];
    expect(replicatesOf(same, new Float64Array(8).fill(5))).toMatchObject({
      deviation: 0,
      correlation: null,
    });
  });
});

describe("batch effects", () => {
  it("a shift is found in sequences that batches share", () => {
    const { sequences, values, batches } = simulateAssays({ rows: 900, replicated: 0.6, assays: ASSAYS });
    const shifted = values[0]!.map((value, row) => value + (batches[row] === "plate 2" ? 0.5 : 0));
    const effects = findBatchEffects(findVariants(sequences, GB1), batches, shifted);
    const plate = effects.batches.find(({ batch }) => batch === "plate 2")!;
    expect(plate.shift).toBeCloseTo(0.5, 1);
    expect(Math.abs(plate.shift!)).toBeGreaterThan(10 * plate.shiftError!);
  });

  it("different variants in two batches are not a shift", () => {
    const { sequences, values, truth } = simulateAssays({
      rows: 900,
      replicated: 0.5,
      noise: 0.05,
      assays: ASSAYS,
    });
    const random = createRandom(2);
    // Good variants are mostly on one plate, and poor ones on the other; each plate has some of both.
    const batches = [...truth].map((value) => (value > 0 === random.uniform() < 0.9 ? "good" : "poor"));
    const effects = findBatchEffects(findVariants(sequences, GB1), batches, values[0]!);
    expect(effects.explained).toBeGreaterThan(0.3);
    for (const { shift, shared } of effects.batches) {
      expect(shared).toBeGreaterThan(20);
      expect(Math.abs(shift!)).toBeLessThan(0.03);
    }
  });

  it("the p-value for two batches equals that of Student's t-test on ranks", () => {
    const values = Float64Array.of(1, 5, 3, 8, 2, 9, 7, 12, 11, 4);
    const batches = Array.from(values, (_, row) => (row < 5 ? "a" : "b"));
    const { pValue } = findBatchEffects(
      findVariants(
        batches.map(() => GB1),
        GB1,
      ),
      batches,
      values,
    );
    const ranked = ranks(values);
    const mean = (list: Float64Array): number => list.reduce((sum, value) => sum + value, 0) / list.length;
    const [a, b] = [ranked.subarray(0, 5), ranked.subarray(5)];
    const squares = (list: Float64Array): number =>
      list.reduce((sum, value) => sum + (value - mean(list)) ** 2, 0);
    const t = (mean(a) - mean(b)) / Math.sqrt(((squares(a) + squares(b)) / 8) * (2 / 5));
    expect(pValue).toBeCloseTo(studentTwoSided(t, 8), 10);
  });

  it("there is no result for a single batch, without values, or without differences", () => {
    const variants = findVariants([GB1, "A", "C"], GB1);
    const batches = ["a", "a", "b"];
    expect(findBatchEffects(variants, batches, new Float64Array(3))).toMatchObject({
      explained: null,
      pValue: null,
    });
    const missing = new Float64Array(3).fill(Number.NaN);
    expect(findBatchEffects(variants, batches, missing)).toMatchObject({ explained: null, pValue: null });
    const single = findBatchEffects(variants, ["a", "a", ""], Float64Array.of(1, 2, 3));
    expect(single.batches).toMatchObject([{ batch: "a", rows: 2, shift: null, shared: 0 }]);
  });
});

function outliersOf(variants: Variants, values: Float64Array): Outliers {
  const scaled = { values, sorted: sortPresent(values) };
  return findOutliers(variants, scaled, variantMeans(variants, values), 5);
}

describe("outliers", () => {
  it("a group too large to be outliers is only counted", () => {
    const sequences = Array.from({ length: 200 }, (_, row) => `A${"C".repeat(row)}`);
    const random = createRandom("groups");
    const values = Float64Array.from(sequences, (_, row) => (row < 30 ? -20 : 0) + random.normal());
    values[199] = 30;
    const variants = findVariants(sequences, GB1);
    const { worst, fromAll, groupBelow, groupAbove } = outliersOf(variants, values);
    expect(worst).toMatchObject([{ row: 199, from: "all values" }]);
    expect({ fromAll, groupBelow, groupAbove }).toEqual({ fromAll: 1, groupBelow: 30, groupAbove: 0 });
  });

  it("values far from all others or from their replicates are outliers, farthest first", () => {
    const data = simulateAssays({ rows: 600, replicated: 0.7, noise: 0.02, assays: ASSAYS });
    const values = data.values[0]!.slice();
    const variants = findVariants(data.sequences, GB1);
    const { counts } = variantMeans(variants, values);
    const repeated = values.findIndex((_, row) => counts[variants.ofRow[row]!]! > 4);
    values[repeated]! += 0.6;
    const single = values.findIndex((_, row) => counts[variants.ofRow[row]!] === 1);
    values[single] = 500;
    const { worst, fromReplicates } = outliersOf(variants, values);
    expect(worst[0]).toMatchObject({ row: single, from: "all values" });
    expect(worst.find(({ row }) => row === repeated)).toMatchObject({ from: "replicates" });
    expect(fromReplicates).toBeLessThan(10);
  });

  it("constant or missing values yield no outliers", () => {
    const variants = findVariants([GB1, "A", "C"], GB1);
    for (const value of [3, Number.NaN]) {
      const values = new Float64Array(3).fill(value);
      expect(outliersOf(variants, values).worst).toEqual([]);
    }
  });
});
