import { createRandom } from "@pdp/basics/statistics";
import { betterScale, fitTransform, type ScaleUse, scaleEvidence } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { describe, expect, it } from "vitest";
import { isScaleNotable, scaleText } from "#shared/reports/scaleText.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const reference = residueIndices(REFERENCE);

/** Sums of additive effects with a mean of 0 and a standard deviation of about 1, and noise. */
function sums(seed: string) {
  const random = createRandom(seed);
  const effects = Float64Array.from({ length: reference.length * 22 }, () => 0.6 * random.normal());
  const sequences = mutants(random, 96, 3);
  const values = Float64Array.from(sequences, (sequence) =>
    residueIndices(sequence).reduce(
      (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
      0.2 * random.normal(),
    ),
  );
  return { sequences, values };
}

const compare = (seed: string, form: (value: number, row: number) => number, batches?: string[]) => {
  const { sequences, values } = sums(seed);
  const data = { reference: REFERENCE, sequences, values: values.map(form) };
  return scaleEvidence({ ...data, batches: batches ?? null, limits: null }, seed);
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

  it("factors between plates are not mistaken for ratios of variants", () => {
    const { sequences } = sums("plates");
    const batches = sequences.map((_, row) => `plate ${row % 3}`);
    const shifted = (value: number, row: number) => 20 + 2 * value + 30 * (row % 3);
    expect(compare("plates", shifted, batches).better).toBe("ADDITIVE");
    const scaled = (value: number, row: number) => Math.exp(1.5 * value) * 5 ** (row % 3);
    const { better, gain } = compare("plates", scaled, batches);
    expect(better).toBe("MULTIPLICATIVE");
    expect(gain).toBeGreaterThan(4);
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
});

describe("reports state the reason for a scale and the alternative", () => {
  const evidence = { better: "MULTIPLICATIVE", gain: 35.2 } as const;
  const stated: ScaleUse = { scale_type: "ADDITIVE", reason: "STATED", evidence, earlier: null };

  it("a scale that is chosen from the data is explained, with the alternative", () => {
    const chosen: ScaleUse = { ...stated, scale_type: "MULTIPLICATIVE", reason: "DATA" };
    expect(scaleText(chosen)).toBe(
      "Values are compared as ratios, because ratios describe them better than differences, with a cross-validated log likelihood that is 35 higher. For the alternative, train again with the scale ADDITIVE.",
    );
    expect(isScaleNotable(chosen)).toBe(true);
    const few: ScaleUse = { ...stated, reason: "DATA", evidence: null };
    expect(scaleText(few)).toContain("too few variants to choose a scale");
  });

  it("a requested scale that is clearly worse than the alternative is reported", () => {
    expect(scaleText(stated)).toBe(
      "Values are compared by their differences, as requested. But ratios describe them better, with a cross-validated log likelihood that is 35 higher. Train again with the scale MULTIPLICATIVE; models with different scales cannot be compared by their errors.",
    );
    expect(betterScale(stated)).toBe("MULTIPLICATIVE");
    const unclear: ScaleUse = { ...stated, evidence: { ...evidence, gain: 2 } };
    expect(betterScale(unclear)).toBeNull();
    expect(scaleText(unclear)).toBe("Values are compared by their differences, as requested.");
    expect(isScaleNotable(unclear)).toBe(false);
    const zero: ScaleUse = {
      ...stated,
      scale_type: "MULTIPLICATIVE",
      evidence: { better: "ADDITIVE", gain: null },
    };
    expect(scaleText(zero)).toContain("although their scale is MULTIPLICATIVE");
    expect(scaleText(undefined)).toBe("");
  });

  it("a scale that differs from that of the project's latest model is reported", () => {
    const changed: ScaleUse = { ...stated, evidence: null, earlier: "RANK" };
    expect(scaleText(changed)).toContain(
      "The project's latest model of this assay compares them by their order: the two models cannot be compared by their errors or their predicted gains.",
    );
    expect(isScaleNotable(changed)).toBe(true);
    const kept: ScaleUse = { ...stated, reason: "EARLIER", evidence: null, earlier: "ADDITIVE" };
    expect(scaleText(kept)).toBe(
      "Values are compared by their differences, as in the project's latest model of this assay.",
    );
    expect(isScaleNotable(kept)).toBe(false);
  });
});
