import { createRandom } from "@pdp/basics/statistics";
import { beforeAll, describe, expect, it } from "vitest";
import {
  mutants,
  REFERENCE,
  someScores,
  someStructure,
} from "../../../../test/shared/science/scorer/mutants.ts";
import { cholesky, choleskySolve } from "../../linearAlgebra/cholesky.ts";
import { addToDiagonal, matrixRow } from "../../linearAlgebra/matrix.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { gaussianProcess, leaveOneOutDensity } from "../../scorer/gaussianProcess.ts";
import { gpCovariance, gpVariances } from "../../scorer/gpCovariance.ts";
import { fitGpHyperparameters, gpObjective } from "../../scorer/gpHyperparameters.ts";
import { openGp } from "../../scorer/gpModel.ts";
import { fitMeanModel, predictMean } from "../../scorer/meanModel.ts";
import { type MutationContext, mutationContext } from "../../scorer/mutationContext.ts";
import { MUTATION_KERNELS } from "../../scorer/mutationKernels.ts";
import { mutationRows } from "../../scorer/mutationRows.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const reference = residueIndices(REFERENCE);
const parameters = {
  noise: 0.1,
  additive: MUTATION_KERNELS.map((kernel, index) => ({ kernel, variance: 0.1 + 0.05 * index })),
  maternVariance: 0.7,
  sites: Uint32Array.of(2, 5),
  lengthScales: Float64Array.of(3, 6),
  lengthScale: 4,
  identityLength: 5,
};
let context: MutationContext;

beforeAll(async () => {
  const homologs = mutants(createRandom("homologs"), 40, 4);
  const { sampler } = await fitSampler({ reference, homologs }, { threads: 1 });
  context = mutationContext(reference, sampler, someScores(), someStructure());
});

const sequencesOf = (seed: string, count: number): Uint8Array[] =>
  mutants(createRandom(seed), count, 3).map((text) => residueIndices(text));

describe("the covariance of sequences", () => {
  it("the covariance is symmetric and positive, with the variance on its diagonal", () => {
    const gapped = residueIndices(REFERENCE.replace("L", "-").replace("K", "X"));
    const rows = mutationRows([...sequencesOf("a", 40), gapped, reference], reference);
    const covariance = gpCovariance(parameters, context, rows, rows);
    const variances = gpVariances(parameters, context, rows);
    for (let i = 0; i < covariance.rows; i += 1) {
      expect(covariance.data[i * covariance.rows + i]).toBeCloseTo(variances[i]!, 10);
      for (let j = 0; j < i; j += 1) {
        expect(covariance.data[i * covariance.rows + j]).toBeCloseTo(
          covariance.data[j * covariance.rows + i]!,
          10,
        );
      }
    }
    addToDiagonal(covariance, 1e-6);
    expect(cholesky(covariance).jitter).toBe(0);
  });

  it("a covariance does not depend on the other sequences in the lists", () => {
    const [first, second] = [sequencesOf("a", 6), sequencesOf("b", 5)];
    const all = mutationRows([...first, ...second], reference);
    const together = gpCovariance(parameters, context, all, all);
    const apart = gpCovariance(
      parameters,
      context,
      mutationRows(first, reference),
      mutationRows(second, reference),
    );
    for (let i = 0; i < apart.rows; i += 1) {
      expect([...matrixRow(apart, i)]).toEqual(
        [...matrixRow(together, i).slice(first.length)].map((value) => expect.closeTo(value, 10)),
      );
    }
  });
});

describe("the search for hyper-parameters", () => {
  it("the search follows the gradient, with one or several length scales", () => {
    for (const sites of [3, 12]) {
      const random = createRandom(`gradient/${sites}`);
      const sequences = mutants(random, 70, 2, sites).map((text) => residueIndices(text));
      const targets = {
        rows: mutationRows(sequences, reference),
        values: Float64Array.from(sequences, () => random.normal()),
        counts: Float64Array.from(sequences, () => 1 + random.integer(3)),
      };
      const { objective, start } = gpObjective(context, targets);
      const at = start.map((element) => element + 0.3 * random.normal());
      const gradient = new Float64Array(at.length);
      objective(at, gradient);
      const scratch = new Float64Array(at.length);
      for (const [index, slope] of gradient.entries()) {
        const value = (step: number): number => {
          const moved = at.slice();
          moved[index] = moved[index]! + step;
          return objective(moved, scratch);
        };
        expect((value(1e-5) - value(-1e-5)) / 2e-5).toBeCloseTo(slope, 3);
      }
    }
  });

  it("the search recovers the measurement noise", () => {
    const random = createRandom("noise");
    const sequences = mutants(random, 300, 2, 3).map((text) => residueIndices(text));
    const effects = Float64Array.from({ length: reference.length * 22 }, () => random.normal());
    const truth = sequences.map((sequence) =>
      sequence.reduce(
        (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
        0,
      ),
    );
    const values = Float64Array.from(truth, (value) => (value - 0) / 1.5 + 0.4 * random.normal());
    const counts = new Float64Array(values.length).fill(1);
    const rows = mutationRows(sequences, reference);
    const { noise } = fitGpHyperparameters(mutationContext(reference, null), { rows, values, counts });
    expect(noise).toBeGreaterThan(0.1);
    expect(noise).toBeLessThan(0.25);
  });
});

describe("a Gaussian process", () => {
  it("predictions match the textbook formulas", () => {
    const random = createRandom("textbook");
    const [known, queried] = [sequencesOf("known", 25), sequencesOf("asked", 7)];
    const values = Float64Array.from(known, () => random.normal());
    const counts = Float64Array.from(known, () => 1 + random.integer(4));
    const [a, b] = [mutationRows(known, reference), mutationRows(queried, reference)];
    const process = gaussianProcess(context, parameters, { rows: a, values, counts });
    const prior = gpCovariance(parameters, context, a, a);
    for (let row = 0; row < counts.length; row += 1)
      prior.data[row * prior.rows + row]! += 0.1 / counts[row]!;
    const { lower } = cholesky(prior);
    const { mean, variance } = process.meanAndVariance(b);
    const joint = process.covariance(b);
    const cross = gpCovariance(parameters, context, b, a);
    const covariance = gpCovariance(parameters, context, b, b);
    const product = (x: Float64Array, y: Float64Array): number =>
      x.reduce((sum, value, at) => sum + value * y[at]!, 0);
    for (let i = 0; i < queried.length; i += 1) {
      const solved = choleskySolve(lower, matrixRow(cross, i).slice());
      expect(mean[i]).toBeCloseTo(product(solved, values), 9);
      expect(variance[i]).toBeCloseTo(joint.data[i * joint.rows + i]!, 9);
      for (let j = 0; j < queried.length; j += 1) {
        const expected = covariance.data[i * covariance.rows + j]! - product(solved, matrixRow(cross, j));
        expect(joint.data[i * joint.rows + j]).toBeCloseTo(expected, 9);
      }
    }
  });

  it("the additive model's predictions for other rows are the prior mean", () => {
    const random = createRandom("mean");
    const [known, others, queried] = [sequencesOf("k", 20), sequencesOf("o", 60), sequencesOf("q", 7)];
    const normals = (count: number): Float64Array =>
      Float64Array.from({ length: count }, () => random.normal());
    const left = { sequences: others, targets: normals(60), counts: new Float64Array(60).fill(1) };
    const mean = fitMeanModel(reference, left, random);
    const residues = Uint8Array.from(known.flatMap((sequence) => [...sequence]));
    const model = { parameters, residues, targets: normals(20), counts: new Float64Array(20).fill(1) };
    const without = openGp(context, { ...model, mean: null }).predict(queried);
    const predicted = openGp(context, { ...model, mean }).predict(queried);
    const expected = predictMean(mean, reference, queried);
    for (const [at, value] of predicted.mean.entries()) {
      expect(value).toBeCloseTo(without.mean[at]! + expected[at]!, 10);
    }
    expect(predicted.variance).toEqual(without.variance);
  });
});

it("the leave-one-out density is that of each target under a process conditioned on the others", () => {
  const sequences = sequencesOf("one by one", 12);
  const random = createRandom("targets");
  const values = Float64Array.from(sequences, () => random.normal());
  const counts = Float64Array.from(sequences, (_, row) => 1 + (row % 3));
  const density = sequences.reduce((sum, sequence, left) => {
    const keep = (_: unknown, row: number): boolean => row !== left;
    const targets = {
      rows: mutationRows(sequences.filter(keep), reference),
      values: values.filter(keep),
      counts: counts.filter(keep),
    };
    const process = gaussianProcess(context, parameters, targets);
    const { mean, variance } = process.meanAndVariance(mutationRows([sequence], reference));
    const spread = variance[0]! + parameters.noise / counts[left]!;
    return sum - 0.5 * Math.log(2 * Math.PI * spread) - (values[left]! - mean[0]!) ** 2 / (2 * spread);
  }, 0);
  const all = { rows: mutationRows(sequences, reference), values, counts };
  expect(leaveOneOutDensity(context, parameters, all)).toBeCloseTo(density, 8);
});
