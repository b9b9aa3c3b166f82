import { describe, expect, it } from "vitest";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { scaleText } from "#shared/reports/learnabilitySections.ts";
import { fitTransform } from "#shared/science/scorer/assayTransform.ts";
import { betterScale } from "#shared/science/scorer/learnability.ts";
import { mutationContext } from "#shared/science/scorer/mutationContext.ts";
import { scaleEvidence } from "#shared/science/scorer/scaleEvidence.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const reference = residueIndices(REFERENCE);
const context = mutationContext(reference, null);

/** Sums of additive effects with a mean of 0 and a standard deviation of about 1, and noise. */
function sums(seed: string) {
  const random = createRandom(seed);
  const effects = Float64Array.from({ length: reference.length * 22 }, () => 0.6 * random.normal());
  const sequences = mutants(random, 96, 3).map((text) => residueIndices(text));
  const values = Float64Array.from(sequences, (sequence) =>
    sequence.reduce(
      (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
      0.2 * random.normal(),
    ),
  );
  return { sequences, values };
}

const compare = (seed: string, form: (value: number) => number) => {
  const { sequences, values } = sums(seed);
  return scaleEvidence(context, { sequences, values: values.map(form) }, createRandom(seed));
};

describe("the scale of an assay", () => {
  it("the likelihood prefers ratios for products of effects, and differences for sums", () => {
    for (const seed of ["one", "two", "three"]) {
      const products = compare(seed, (value) => 40 * Math.exp(1.5 * value));
      expect(products.better).toBe("MULTIPLICATIVE");
      expect(products.gain).toBeGreaterThan(4);
      const melting = compare(seed, (value) => 20 + 4 * value);
      expect(melting.better).toBe("ADDITIVE");
      // The evidence does not depend on the unit.
      expect(compare(seed, (value) => 40_000 * Math.exp(1.5 * value)).gain).toBeCloseTo(products.gain!, 1);
    }
  });

  it("values around zero are never ratios, even if the stated scale is MULTIPLICATIVE", () => {
    expect(compare("zero", (value) => value)).toEqual({ better: "ADDITIVE", gain: null });
    expect(compare("negative", (value) => value - 100)).toEqual({ better: "ADDITIVE", gain: null });
    const { values } = sums("zero");
    expect(fitTransform(values, "MULTIPLICATIVE").kind).toBe("identity");
    // Dead variants whose background was subtracted are slightly below zero.
    const background = createRandom("background");
    const measured = values.map((value) => Math.exp(2 * value) + 0.02 * background.normal());
    expect(fitTransform(measured, "MULTIPLICATIVE").kind).toBe("log");
  });

  it("reports state the reason and the alternative", () => {
    const scales = { stated: "ADDITIVE", better: "MULTIPLICATIVE", gain: 35.2 } as const;
    expect(scaleText({ scales })).toBe(
      "Values are compared as differences, but ratios describe them better, with a log likelihood that is 35 higher. Train again with the scale MULTIPLICATIVE; models with different scales cannot be compared by their errors.",
    );
    expect(betterScale({ scales })).toEqual(scales);
    expect(betterScale({ scales: { ...scales, gain: 2 } })).toBeNull();
    expect(scaleText({ scales: { ...scales, gain: 2 } })).toContain("do not clearly favor ratios");
    expect(scaleText({ scales: { ...scales, better: "ADDITIVE" } })).toContain("better than ratios");
    const zero = { stated: "MULTIPLICATIVE", better: "ADDITIVE", gain: null } as const;
    expect(scaleText({ scales: zero })).toContain("they cannot be ratios");
    expect(scaleText({})).toBe("");
  });
});
