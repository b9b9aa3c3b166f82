import { describe, expect, it } from "vitest";
import { fitLinear, predictLinear } from "#shared/science/scorer/candidates.ts";
import { predictGlobalEpistasis } from "#shared/science/scorer/globalEpistasis.ts";
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
const values = Float64Array.from(sequences, (sequence) => {
  const latent = sequence.reduce(
    (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 20 + residue]!),
    1,
  );
  return 2 / (1 + Math.exp(-2 * latent)) + 0.02 * random.normal();
});
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

  it("rise with the latent value everywhere", () => {
    const latent = Array.from({ length: 400 }, (_, index) => -20 + index / 10);
    const curve = { ...model.curve!, intercept: 0, coefficients: Float64Array.of(1) };
    const predicted = predictGlobalEpistasis(curve, {
      width: 1,
      starts: Uint32Array.from({ length: 401 }, (_, row) => row),
      columns: new Uint32Array(400),
      values: Float64Array.from(latent),
    });
    for (let at = 1; at < predicted.length; at += 1)
      expect(predicted[at]!).toBeGreaterThan(predicted[at - 1]!);
  });
});
