import { createRandom, pearson } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { type GlobalEpistasis, predictGlobalEpistasis } from "../../scorer/globalEpistasis.ts";
import { featureLayout, linearFeatures } from "../../scorer/linearFeatures.ts";
import { fitMeanModel, predictMean } from "../../scorer/meanModel.ts";
import { mutationRows } from "../../scorer/mutationRows.ts";
import { predictRidge } from "../../scorer/ridge.ts";
import { ridgePenalty } from "../../scorer/ridgePenalty.ts";
import type { TrainingVariants } from "../../scorer/trainingVariants.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const random = createRandom("epistasis");
const reference = residueIndices(REFERENCE);
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

type Predict = (sequences: readonly Uint8Array[]) => Float64Array;

/** Fits only additive effects. */
function additive({ sequences: known, targets, counts }: TrainingVariants, seed: number): Predict {
  const rows = mutationRows(known, reference);
  const layout = featureLayout(rows);
  const { fit } = ridgePenalty(
    linearFeatures(rows, layout),
    targets,
    counts,
    createRandom(seed).fork("ridge"),
  );
  return (sequences) => predictRidge(fit, linearFeatures(mutationRows(sequences, reference), layout));
}

describe("additive effects with a rising response curve", () => {
  const model = fitMeanModel(reference, variants, createRandom(1));

  it("a response curve predicts saturating values better than additive effects alone", () => {
    const test = sequences.slice(1200);
    const truth = values.slice(1200);
    expect(pearson(additive(variants, 1)(test), truth)).toBeLessThan(0.93);
    expect(pearson(predictMean(model, reference, test), truth)).toBeGreaterThan(0.98);
  });

  it("a response curve predicts about as well as additive effects alone if there is none, inside and outside the measured range", () => {
    const qualities = [0, 1, 2, 3, 4, 5].map((seed) => {
      const { training, test, best, standardized } = additiveVariants(seed);
      const truth = Float64Array.from(test, standardized);
      const curved = fitMeanModel(reference, training, createRandom(seed));
      const models: Predict[] = [
        additive(training, seed),
        (sequences) => predictMean(curved, reference, sequences),
      ];
      return models.map((predict) => ({
        quality: pearson(predict(test), truth),
        best: predict([best])[0]! / standardized(best),
      }));
    });
    const mean = (model: number, figure: "quality" | "best"): number =>
      qualities.reduce((sum, models) => sum + models[model]![figure] / qualities.length, 0);
    expect(mean(1, "quality")).toBeGreaterThan(mean(0, "quality") - 0.02);
    expect(mean(1, "best")).toBeGreaterThan(0.9 * mean(0, "best"));
  });

  it("a response curve rises as much as the latent value, so that its height does not shrink the coefficients", () => {
    const { knots } = model.curve;
    const [low, high] = curveAt(model.curve, [knots[0]!, knots.at(-1)!]);
    expect(high! - low!).toBeCloseTo(knots.at(-1)! - knots[0]!, 3);
  });

  it("predictions increase with the latent value everywhere", () => {
    const predicted = curveAt(
      model.curve,
      Array.from({ length: 400 }, (_, index) => -20 + index / 10),
    );
    for (let at = 1; at < predicted.length; at += 1)
      expect(predicted[at]!).toBeGreaterThan(predicted[at - 1]!);
  });
});

/** Returns the curve values at latent values. */
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

/**
 * Returns variants with additive effects, measured with an error as large as their differences, and a combination of the best
 * substitutions, which is far outside their range.
 */
function additiveVariants(seed: number) {
  const variantRandom = createRandom(seed);
  const drawn = mutants(variantRandom, 500, 4, 6).map((text) => residueIndices(text));
  const latent = drawn.map(latentOf);
  const center = latent.reduce((sum, value) => sum + value / latent.length, 0);
  const deviation = Math.sqrt(latent.reduce((sum, value) => sum + (value - center) ** 2 / latent.length, 0));
  const standardized = (sequence: Uint8Array): number => (latentOf(sequence) - center) / deviation;
  const best = reference.map((native, site) => {
    if (site >= 6) return native;
    const ofSite = effects.subarray(site * 20, (site + 1) * 20);
    return ofSite.indexOf(Math.max(...ofSite));
  });
  const training = {
    sequences: drawn.slice(0, 200),
    targets: Float64Array.from(
      drawn.slice(0, 200),
      (variant) => standardized(variant) + variantRandom.normal(),
    ),
    counts: new Float64Array(200).fill(1),
  };
  return { training, test: drawn.slice(200), best, standardized };
}
