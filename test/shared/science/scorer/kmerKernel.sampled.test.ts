import { describe, expect, it } from "vitest";
import { spearman } from "#shared/basics/statistics/correlation.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { gaussianProcess } from "#shared/science/scorer/gaussianProcess.ts";
import { fitGpHyperparameters } from "#shared/science/scorer/gpHyperparameters.ts";
import { kmerSimilarity } from "#shared/science/scorer/kmerKernel.ts";
import { leaveOneOut } from "#shared/science/scorer/leaveOneOut.ts";
import { mutationRows, RESIDUE_KINDS } from "#shared/science/scorer/mutationRows.ts";
import { planScorer, trainingVariants } from "#shared/science/scorer/scorerPlan.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { byNight, isNightly } from "#test/support/byNight.ts";
import { mutants, REFERENCE } from "./mutants.ts";

const LETTERS = "ACDEFGHIKLMNPQRSTVWY";

/** Draws proteins with six motifs in any order, or the same residues shuffled; three motifs raise the value and three lower it. */
function drawMotifs(count: number, seed: string): { sequences: string[]; values: Float64Array } {
  const random = createRandom(seed);
  const drawLetters = (length: number): string[] =>
    Array.from({ length }, () => LETTERS[random.integer(LETTERS.length)]!);
  const motifs = Array.from({ length: 6 }, (_, at) => ({ letters: drawLetters(6), effect: at % 2 ? 1 : -1 }));
  const drawn = Array.from({ length: count }, () => {
    let value = 0.3 * random.normal();
    const parts = random.shuffle(motifs.slice()).flatMap(({ letters, effect }) => {
      const isWhole = random.uniform() < 0.5;
      if (isWhole) value += effect;
      return [...drawLetters(random.integer(5)), ...(isWhole ? letters : random.shuffle(letters.slice()))];
    });
    return { sequence: parts.join(""), value };
  });
  return {
    sequences: drawn.map(({ sequence }) => sequence),
    values: Float64Array.from(drawn, ({ value }) => value),
  };
}

/** Splits aligned variants into targets to learn from and all others. */
function split(sequences: string[], values: Float64Array, known: number) {
  const plan = planScorer({
    reference: sequences[0]!,
    sequences,
    assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
    values: [values],
    sampler: null,
    seed: 1,
  });
  const targetsOf = (keep: (place: number) => boolean) => {
    const { sequences: own, targets, counts } = trainingVariants(plan, plan.assays[0]!, keep);
    return { rows: mutationRows(own, plan.context.reference), values: targets, counts };
  };
  const { context } = plan;
  return { context, train: targetsOf((place) => place < known), test: targetsOf((place) => place >= known) };
}

describe("similarity by k-mers", () => {
  it("similarity by k-mers does not depend on the positions of residues, and is 1 for equal sequences", () => {
    const reference = residueIndices("MKTAYI-----AKQR");
    const rows = mutationRows(
      ["MKTAYI-----AKQR", "-----MKTAYIAKQR", "WWWWWW-----WWWW", "MKTAYIGGGGGAKQR"].map(residueIndices),
      reference,
    );
    const [own, moved, other, longer] = kmerSimilarity(reference, rows, rows).data;
    expect(own).toBeCloseTo(1, 12);
    expect(moved).toBeCloseTo(1, 12);
    expect(other).toBe(0);
    // All 10 residues are among the 15 others, 8 of 9 pairs among 14, and 6 of 8 triples among 13.
    const cosines = [10 / Math.sqrt(10 * 15), 8 / Math.sqrt(9 * 14), 6 / Math.sqrt(8 * 13)];
    expect(longer).toBeCloseTo(
      cosines.reduce((sum, one) => sum + one / 3, 0),
      12,
    );
  });

  it("the training rows' k-mers are counted once for all chunks of predicted sequences", () => {
    const reference = residueIndices("MKTAYIAKQR");
    const chunk = (letters: string) => mutationRows([residueIndices(letters)], reference);
    const rows = chunk("MKTAYIAKWR");
    let reads = 0;
    const training = {
      ...rows,
      get mutations() {
        reads += 1;
        return rows.mutations;
      },
    };
    const [first] = kmerSimilarity(reference, chunk("MKTAYIAKWR"), training).data;
    const readsForOne = reads;
    const [second] = kmerSimilarity(reference, chunk("MKTAYIAKQR"), training).data;
    expect(readsForOne).toBeGreaterThan(0);
    expect(reads).toBe(readsForOne);
    expect(first).toBeCloseTo(1, 12);
    expect(second).toBeLessThan(0.99);
    const [other] = kmerSimilarity(residueIndices("WWWWWWWWWW"), chunk("MKTAYIAKQR"), training).data;
    expect(other).not.toBe(second);
  });

  it("the k-mer kernel finds motifs in any order, unlike an alignment, and is chosen by cross-validation", () => {
    const known = isNightly ? 100 : 70;
    const { sequences, values } = drawMotifs(known + 60, "motifs");
    const { context, train, test } = split(sequences, values, known);
    const aligned = fitGpHyperparameters(context, train);
    const chosen = fitGpHyperparameters(context, train, { mayUseKmers: true });
    expect(aligned.kmerVariance).toBeNull();
    expect(chosen.kmerVariance).toBeGreaterThan(0);
    const [plain, better] = [aligned, chosen].map((parameters) =>
      spearman(gaussianProcess(context, parameters, train).means(test.rows), test.values),
    );
    expect(better).toBeGreaterThan(plain! + 0.4);
    expect(leaveOneOut(chosen, context, train)).toBeGreaterThan(leaveOneOut(aligned, context, train) + 4);
  });

  byNight(
    "the k-mer kernel is chosen, and user-supplied scores that do not follow the values are excluded",
    () => {
      const { sequences, values } = drawMotifs(100, "motifs");
      const { context, train } = split(sequences, values, 100);
      const random = createRandom("scores");
      const scores = Float64Array.from({ length: context.reference.length * RESIDUE_KINDS }, () =>
        random.normal(),
      );
      const chosen = fitGpHyperparameters({ ...context, brought: [scores] }, train, { mayUseKmers: true });
      expect(chosen.kmerVariance).toBeGreaterThan(0);
      expect(chosen.additive.map(({ kernel }) => kernel)).not.toContain("score0");
    },
  );

  it("the k-mer kernel is not used for values that do not follow it, or for variants of one protein", () => {
    const { sequences } = drawMotifs(60, "noise");
    const random = createRandom("values");
    const noise = split(
      sequences,
      Float64Array.from(sequences, () => random.normal()),
      60,
    );
    expect(fitGpHyperparameters(noise.context, noise.train, { mayUseKmers: true }).kmerVariance).toBeNull();
    const scan = mutants(random, 40, 3);
    const variants = split(
      [REFERENCE, ...scan],
      Float64Array.from([REFERENCE, ...scan], () => random.normal()),
      41,
    );
    const parameters = fitGpHyperparameters(variants.context, variants.train, { mayUseKmers: true });
    expect(parameters).toEqual(fitGpHyperparameters(variants.context, variants.train));
  });

  it("leave-one-out predictions equal predictions conditioned on all other rows, one row at a time", () => {
    const { sequences, values } = drawMotifs(12, "few");
    const { context, train } = split(sequences, values, 12);
    const parameters = { ...fitGpHyperparameters(context, train), kmerVariance: 0.5 };
    const places = sequences.map((_, row) => row);
    const whole = leaveOneOut(parameters, context, train);
    const pick = (chosen: number[]) => {
      const { starts, mutations, sites, residues } = train.rows;
      const own = chosen.map((row) => mutations.slice(starts[row]!, starts[row + 1]!));
      const ends = [0];
      for (const list of own) ends.push(ends.at(-1)! + list.length);
      return {
        rows: {
          sites,
          residues,
          starts: Uint32Array.from(ends),
          mutations: Uint32Array.from(own.flatMap((list) => [...list])),
        },
        values: Float64Array.from(chosen, (row) => train.values[row]!),
        counts: Float64Array.from(chosen, (row) => train.counts[row]!),
      };
    };
    const one = places.reduce((sum, row) => {
      const process = gaussianProcess(context, parameters, pick(places.filter((other) => other !== row)));
      const held = pick([row]);
      const { mean, variance } = process.meanAndVariance(held.rows);
      const spread = variance[0]! + parameters.noise / held.counts[0]!;
      return sum - 0.5 * Math.log(2 * Math.PI * spread) - (held.values[0]! - mean[0]!) ** 2 / (2 * spread);
    }, 0);
    expect(whole).toBeCloseTo(one, 6);
  });
});
