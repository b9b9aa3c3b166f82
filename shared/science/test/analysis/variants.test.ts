import { describe, expect, it } from "vitest";
import { GB1 } from "../../../../test/shared/science/analysis/simulateAssays.ts";
import { positionCoverage } from "../../analysis/positionCoverage.ts";
import { substitutionEffects } from "../../analysis/substitutionEffects.ts";
import { replicateDeviation, variantMeans } from "../../analysis/variantMeans.ts";
import { variantName } from "../../analysis/variantName.ts";
import { findVariants } from "../../analysis/variants.ts";
import { residueIndex } from "../../sequences/aminoAcids.ts";

const REFERENCE = "ACDEFGHIKL";

describe("variants", () => {
  it("variants are the distinct sequences, with their mutations", () => {
    const rows = ["ACDEFGHIKL", "ACDEFGHIKW", "ACDEFGHIKL", "WCDWFGHIKL"];
    const variants = findVariants(rows, REFERENCE);
    expect([...variants.ofRow]).toEqual([0, 1, 0, 2]);
    expect([...variants.mutationCounts]).toEqual([0, 1, 2]);
    expect(variants.referenceIndex).toBe(0);
    expect(variants.sequences.map((_, index) => variantName(variants, index))).toEqual([
      "reference",
      "L10W",
      "A1W E4W",
    ]);
  });

  it("mutation names include deletions and insertions, and at most eight mutations", () => {
    const rows = ["ACDEFGHIL", "ACDEFWGHIKL", "WWWWWWWWWW"];
    const variants = findVariants(rows, REFERENCE);
    expect(rows.map((_, index) => variantName(variants, index))).toEqual([
      "K9del",
      "+1 inserted",
      "A1W C2W D3W E4W F5W G6W H7W I8W and 2 more",
    ]);
    expect([...variants.mutationCounts]).toEqual([1, 1, 10]);
  });

  it("the most expensive alignments are skipped and counted", () => {
    const unlike = ["WWWWWWWWWWWWWWWWWWWW", "YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY"];
    const rows = [unlike[1]!, GB1, unlike[0]!, GB1.slice(0, -2)];
    const all = findVariants(rows, GB1);
    expect(all.unaligned).toBe(0);
    const some = findVariants(rows, GB1, 1_500);
    expect(some.unaligned).toBe(1);
    expect([...some.mutationCounts].map((count) => count >= 0)).toEqual([false, true, true, true]);
    expect(variantName(some, 0)).toBe("Y".repeat(40));
  });

  it("the mean and deviation of a variant's values are exact at any magnitude", () => {
    const variants = findVariants(["A", "A", "C", "A", "D"], "A");
    const means = variantMeans(variants, Float64Array.from([1e9 + 1, 1e9 + 2, 5, 1e9 + 3, Number.NaN]));
    expect([...means.means]).toEqual([1e9 + 2, 5, Number.NaN]);
    expect([...means.counts]).toEqual([3, 1, 0]);
    expect(replicateDeviation(means, 0)).toBe(1);
    expect(replicateDeviation(means, 1)).toBeNull();
  });

  it("each position lists the amino acids tried there", () => {
    const coverage = positionCoverage(
      findVariants(["WCDEFGHIKL", "YCDEFGHIKL", "YCDEFGHIKW", "ACDEFGHIL"], REFERENCE),
    );
    expect([...coverage.variants]).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    expect([...coverage.aminoAcids]).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});

describe("the effects of substitutions", () => {
  const values = (...list: number[]): Float64Array => Float64Array.from(list);

  it("effects are differences from the reference if variants have one mutation", () => {
    const variants = findVariants(["ACDEFGHIKL", "WCDEFGHIKL", "ACDEFGHIKW"], REFERENCE);
    const { cells, baseline } = substitutionEffects(variants, variantMeans(variants, values(10, 7, 12)));
    expect(baseline).toBe("reference");
    expect(cells).toEqual([
      { position: 0, residue: residueIndex("W"), effect: -3, count: 1 },
      { position: 9, residue: residueIndex("W"), effect: 2, count: 1 },
    ]);
  });

  it("effects are differences from the overall median if most variants have several mutations", () => {
    const rows = ["ACDEFGHIKL", "WWDEFGHIKL", "WCYEFGHIKL", "ACYYFGHIKL"];
    const variants = findVariants(rows, REFERENCE);
    const { cells, baseline } = substitutionEffects(variants, variantMeans(variants, values(10, 1, 3, 2)));
    expect(baseline).toBe("all variants");
    expect(cells.find(({ position }) => position === 0)).toEqual({
      position: 0,
      residue: residueIndex("W"),
      effect: 0,
      count: 2,
    });
  });

  it("letters that are not amino acids are not counted", () => {
    const variants = findVariants(["ACDEFGHIKL", "XCDEFGHIKL"], REFERENCE);
    expect(substitutionEffects(variants, variantMeans(variants, values(1, 2))).cells).toEqual([]);
  });
});
