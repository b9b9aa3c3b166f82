import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { bestOfBatch } from "../../design/batch/bestOfBatch.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { createScorer } from "../../scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "../../scorer/scorerBytes.ts";
import { planScorer } from "../../scorer/scorerPlan.ts";
import { scorerStages } from "../../scorer/scorerStages.ts";
import { wideningAt } from "../../scorer/widening.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

/** Two rounds of variants with additive effects; `surprise` is added to the values of every other variant of the second one. */
function rounds(surprise: number, second = 24) {
  const random = createRandom("rounds");
  const effects = Float64Array.from({ length: REFERENCE.length * 22 }, () => random.normal());
  const distinct = [...new Set(mutants(random, 150, 2))].filter((text) => text !== REFERENCE);
  const all = [REFERENCE, ...distinct.slice(0, 60 + second)];
  const of = all.map((_, row) => (row <= 60 ? "first" : "second"));
  const values = all.map((text, row) =>
    residueIndices(text).reduce(
      (sum, residue, site) => sum + (text[site] === REFERENCE[site] ? 0 : effects[site * 22 + residue]!),
      0.1 * random.normal() + (of[row] === "second" && row % 2 === 0 ? surprise : 0),
    ),
  );
  return {
    reference: REFERENCE,
    sequences: [...all, REFERENCE],
    assays: [{ assay_id: "y", scale_type: "ADDITIVE" as const }],
    values: [Float64Array.from([...values, values[0]!])],
    rounds: { of: [...of, "second"], names: ["first", "second"] },
    sampler: null,
    folds: 2,
    seed: 1,
  };
}

describe("the last round", () => {
  it("a model of the earlier rounds predicts its variants, and values far from them widen all intervals", async () => {
    const expected = await fitScorer(rounds(0), { kinds: ["fold", "final", "round"] });
    const surprising = await fitScorer(rounds(-6), { kinds: ["fold", "final", "round"] });
    const [calm, wild] = [expected, surprising].map(({ evaluations }) => evaluations[0]!.last_round!);
    // The reference, which was measured in both rounds, does not count.
    expect(calm).toMatchObject({ round: "second", variants: 24 });
    expect(calm!.widening).toBeLessThan(1.15);
    expect(wild!.coverage).toBeLessThan(0.7);
    expect(wild!.widening).toBeGreaterThan(1.5);
    expect(wild!.predicted_mean - wild!.measured_mean).toBeGreaterThan(1);

    const sequences = mutants(createRandom("unseen"), 5, 2);
    const factorAt = (mean: number) => wideningAt(surprising.evaluations[0]!.widening, mean);
    expect(Math.min(...[-9, 0, 9].map(factorAt))).toBe(wild!.widening);
    const stored = decodeScorer(encodeScorer(surprising.model!));
    const [assay] = stored.assays;
    const narrow = { ...stored, assays: [{ ...assay!, widening: undefined }] };
    const widened = createScorer(stored).get("y")!;
    const plain = createScorer(narrow).get("y")!;
    const [widenedPrediction, other] = [widened.predict(sequences), plain.predict(sequences)];
    expect([...widenedPrediction.mean]).toEqual([...other.mean]);
    for (const [index, sd] of widenedPrediction.sd.entries())
      expect(sd / other.sd[index]!).toBeCloseTo(factorAt(widenedPrediction.transformedMean[index]!), 10);
    // Searches do not prefer variants because they are stated to be uncertain.
    expect([...widenedPrediction.transformedSd]).toEqual([...other.transformedSd]);
    const drawn = (scorer: typeof plain) => scorer.samplePosterior(sequences, 1, createRandom("draw")).data;
    expect([...drawn(widened)]).toEqual([...drawn(plain)]);
    const designs = sequences.map(residueIndices);
    const [wide, thin] = [widened, plain].map((predictor) =>
      bestOfBatch(predictor, designs, 1, createRandom("best")),
    );
    expect(wide!.high - wide!.low).toBeGreaterThan(1.2 * (thin!.high - thin!.low));
  });

  it("quality is stated for each round", async () => {
    const { evaluations } = await fitScorer(rounds(0), { kinds: ["fold", "final"] });
    const { learnability, last_round } = evaluations[0]!;
    expect(learnability!.rounds!.map(({ batch, variants }) => [batch, variants])).toEqual([
      ["first", 60],
      ["second", 24],
    ]);
    // Its stage was not run.
    expect(last_round).toBeNull();
  });

  it("a single round and a last round of few variants are not compared", () => {
    const kinds = (data: ReturnType<typeof rounds>) =>
      scorerStages(planScorer(data)).filter(({ kind }) => kind === "round").length;
    expect(kinds(rounds(0))).toBe(1);
    expect(kinds(rounds(0, 7))).toBe(0);
    const { rounds: _, ...none } = rounds(0);
    expect(kinds(none as ReturnType<typeof rounds>)).toBe(0);
  });
});
