import { describe, expect, it } from "vitest";
import { fitLinear, predictLinear } from "#shared/science/scorer/candidates.ts";
import { type GlobalEpistasis, predictGlobalEpistasis } from "#shared/science/scorer/globalEpistasis.ts";
import { mutationContext } from "#shared/science/scorer/mutationContext.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { pearson } from "#shared/science/statistics/correlation.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const random = createRandom("epistasis");
const reference = residueIndices(REFERENCE);
const context = mutationContext(reference, null);
const effects = Float64Array.from({ length: reference.length * 20 }, () => random.normal() - 0.5);
const sequences = mutants(random, 1500, 4, 6).map((text) => residueIndices(text));
const latentOf = (sequence: Uint8Array): number =>
  sequence.reduce(
    (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 20 + residue]!),
    1,
  );
const values = Float64Array.from(
  sequences,
  (sequence) => 2 / (1 + Math.exp(-2 * latentOf(sequence))) + 0.02 * random.normal(),
);
const variants = {
  sequences: sequences.slice(0, 1200),
  targets: values.slice(0, 1200),
  counts: new Float64Array(1200).fill(1),
};

describe("additive effects behind a rising curve", () => {
  const model = fitLinear("globalEpistasis", context, variants, createRandom(1));

  it("predict what saturates better than additive effects alone", () => {
    const additive = fitLinear("ridge", context, variants, createRandom(1));
    const test = sequences.slice(1200);
    const quality = (of: typeof model): number =>
      pearson(predictLinear(of, context, test), values.slice(1200));
    expect(quality(additive)).toBeLessThan(0.93);
    expect(quality(model)).toBeGreaterThan(0.98);
  });

  it("predict about as well as additive effects alone where there is no curve", () => {
    const latent = sequences.slice(0, 400).map(latentOf);
    const mean = latent.reduce((sum, value) => sum + value / latent.length, 0);
    const deviation = Math.sqrt(latent.reduce((sum, value) => sum + (value - mean) ** 2 / latent.length, 0));
    const noisy = {
      sequences: sequences.slice(0, 400),
      targets: Float64Array.from(latent, (value) => value / deviation + 0.5 * random.normal()),
      counts: new Float64Array(400).fill(1),
    };
    const test = sequences.slice(1200);
    const truth = Float64Array.from(test, latentOf);
    const quality = (name: "ridge" | "globalEpistasis"): number =>
      pearson(predictLinear(fitLinear(name, context, noisy, createRandom(1)), context, test), truth);
    expect(quality("globalEpistasis")).toBeGreaterThan(quality("ridge") - 0.01);
  });

  it("have a curve that rises as much as the latent value, so that no height makes coefficients small", () => {
    const { knots } = model.curve!;
    const [low, high] = curveAt(model.curve!, [knots[0]!, knots.at(-1)!]);
    expect(high! - low!).toBeCloseTo(knots.at(-1)! - knots[0]!, 3);
  });

  it("rise with the latent value everywhere", () => {
    const predicted = curveAt(
      model.curve!,
      Array.from({ length: 400 }, (_, index) => -20 + index / 10),
    );
    for (let at = 1; at < predicted.length; at += 1)
      expect(predicted[at]!).toBeGreaterThan(predicted[at - 1]!);
  });
});

/** Returns the curve's values at latent ones. */
function curveAt(curve: GlobalEpistasis, latent: number[]): Float64Array {
  return predictGlobalEpistasis(
    { ...curve, intercept: 0, coefficients: Float64Array.of(1) },
    {
      width: 1,
      starts: Uint32Array.from({ length: latent.length + 1 }, (_, row) => row),
      columns: new Uint32Array(latent.length),
      values: Float64Array.from(latent),
    },
  );
}
