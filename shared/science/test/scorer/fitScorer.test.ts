import { createRandom, pearson, spearman } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { openThreads } from "../../linearAlgebra/threads.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { finishScorer } from "../../scorer/finishScorer.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { createScorer } from "../../scorer/scorer.ts";
import { planScorer, type ScorerData } from "../../scorer/scorerPlan.ts";
import { runScorerStage, scorerStages } from "../../scorer/scorerStages.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

/** Additive effects, and measurements of them with noise of the given standard deviation. */
function landscape(seed: string, count: number, noise: number) {
  const random = createRandom(seed);
  const reference = residueIndices(REFERENCE);
  const effects = Float64Array.from({ length: reference.length * 22 }, () => random.normal());
  const truth = (text: string): number =>
    residueIndices(text).reduce(
      (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
      0,
    );
  const sequences = mutants(random, count, 2, 6);
  const values = Float64Array.from(sequences, (text) => truth(text) + noise * random.normal());
  return { truth, sequences, values };
}

function scorerData({
  sequences,
  values,
}: Pick<ReturnType<typeof landscape>, "sequences" | "values">): ScorerData {
  return {
    reference: REFERENCE,
    sequences,
    assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
    values: [values],
    sampler: null,
    seed: 7,
  };
}

describe("a scorer", () => {
  it("a scorer learns a learnable assay, reports its quality, and predicts unseen sequences as well as reported", async () => {
    const { truth, sequences, values } = landscape("learn", 220, 0.3);
    const { model, evaluations } = await fitScorer(scorerData({ sequences, values }));
    const { learnability, usable, position_spearman } = evaluations[0]!;
    expect(usable).toBe(true);
    expect(learnability!.spearman).toBeGreaterThan(0.75);
    expect(learnability!.low).toBeLessThan(learnability!.spearman);
    expect(learnability!.high).toBeGreaterThan(learnability!.spearman);
    expect(learnability!.p_value).toBeLessThan(1e-6);
    expect(learnability!.coverage).toBeGreaterThan(0.9);
    expect(learnability!.parity).toHaveLength(new Set(sequences).size);
    expect(learnability!.learning_curve!.length).toBeGreaterThan(2);
    // In this data, effects at one position are not informative about other positions.
    expect(position_spearman).toBeLessThan(0.6);
    const unseen = mutants(createRandom("unseen"), 300, 2, 6).filter((text) => !sequences.includes(text));
    const { mean, sd } = createScorer(model!).get("activity")!.predict(unseen);
    const expected = Float64Array.from(unseen, truth);
    expect(spearman(mean, expected)).toBeGreaterThan(0.75);
    const inside = expected.filter((value, index) => Math.abs(value - mean[index]!) < 2 * sd[index]!);
    expect(inside.length / expected.length).toBeGreaterThan(0.85);
  });

  it("the rank correlation of few shuffled values is not below zero on average, as each fold has low and high values", async () => {
    const qualities: number[] = [];
    for (let seed = 0; seed < 24; seed += 1) {
      const { sequences, values } = landscape(`few ${seed}`, 30, 0.1);
      const dealt = createRandom(`deal ${seed}`).shuffle(values.slice());
      const { evaluations } = await fitScorer(scorerData({ sequences, values: dealt }), { kinds: ["fold"] });
      qualities.push(evaluations[0]!.learnability!.spearman);
    }
    const mean = qualities.reduce((sum, value) => sum + value / qualities.length, 0);
    expect(mean).toBeGreaterThan(-0.08);
  });

  it("shuffled values are unusable", async () => {
    const { sequences, values } = landscape("shuffle", 80, 0.1);
    const usable = await Promise.all(
      Array.from({ length: 4 }, async (_, run) => {
        const dealt = createRandom(`deal/${run}`).shuffle(values.slice());
        return (await fitScorer(scorerData({ sequences, values: dealt }))).evaluations[0]!.usable;
      }),
    );
    expect(usable).toEqual(usable.map(() => false));
  });

  it("stages run in any order, with copied data and threads, produce the same scorer", async () => {
    const data = scorerData(landscape("stages", 60, 0.3));
    const whole = await fitScorer(data);
    const plan = structuredClone(planScorer(data));
    const stages = structuredClone(scorerStages(plan));
    const threads = await openThreads(2);
    const results = stages
      .toReversed()
      .map((stage) => structuredClone(runScorerStage(plan, stage, threads)))
      .toReversed();
    await threads.close();
    expect(finishScorer(plan, stages, results)).toEqual(whole);
    // Without a model, the evaluation is the same, and stages that only the model needs are skipped.
    const [judged, others] = [stages, results].map((list) => list.filter(({ kind }) => kind !== "final"));
    expect(finishScorer(plan, judged as typeof stages, others as typeof results)).toEqual({
      model: null,
      evaluations: whole.evaluations,
    });
  });

  it("each stage reports its progress first", async () => {
    const data = scorerData(landscape("progress", 20, 0.3));
    const fractions: number[] = [];
    await fitScorer(data, { progress: async (fraction) => void fractions.push(fraction) });
    expect(fractions).toHaveLength(scorerStages(planScorer(data)).length);
    expect(fractions[0]).toBe(0);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });
});

describe("the plan of a scorer", () => {
  it("replicates are averaged, so that they share a fold", () => {
    const data = scorerData({
      sequences: [...mutants(createRandom("replicates"), 9, 1), REFERENCE, REFERENCE, REFERENCE],
      values: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 6),
    });
    const [assay] = planScorer(data).assays;
    expect(Math.max(...assay!.counts)).toBe(3);
    expect(assay!.variants.length).toBe(new Set(data.sequences).size);
    const index = assay!.counts.indexOf(3);
    expect(assay!.targets[index]! * assay!.transform.scale + assay!.transform.center).toBeCloseTo(3, 10);
  });

  it("missing values are skipped, and a reason is given for an unlearnable assay", async () => {
    const { sequences, values } = landscape("missing", 40, 0.1);
    const few = values.map((value, row) => (row < 5 ? value : Number.NaN));
    const data: ScorerData = {
      ...scorerData({ sequences, values }),
      assays: [
        { assay_id: "few", scale_type: "ADDITIVE" },
        { assay_id: "most", scale_type: "RANK" },
        { assay_id: "constant", scale_type: "MULTIPLICATIVE" },
        { assay_id: "none", scale_type: "MULTIPLICATIVE" },
      ],
      values: [
        few,
        values.map((value, row) => (row % 10 === 0 ? Number.NaN : value)),
        values.map(() => 2),
        values.map(() => Number.NaN),
      ],
    };
    const { model, evaluations } = await fitScorer(data);
    expect(model!.assays.map(({ assayId }) => assayId)).toEqual(["most"]);
    expect(evaluations.map(({ problem }) => problem)).toEqual([
      expect.stringContaining("at least 10"),
      null,
      expect.stringContaining("same value"),
      expect.stringContaining("0 distinct sequences"),
    ]);
    expect(evaluations[1]!.learnability!.rows).toBe(36);
    expect((await fitScorer({ ...data, assays: [data.assays[0]!], values: [few] })).model).toBeNull();
  });

  it("sequences of other lengths are aligned to the reference", async () => {
    const { sequences, values } = landscape("lengths", 40, 0.1);
    const lengthened = sequences.map((text, row) => (row % 3 === 0 ? `${text}GSG` : text));
    const { model } = await fitScorer(scorerData({ sequences: lengthened, values }));
    const predictor = createScorer(model!).get("activity")!;
    // Tags on a third of the variants have no effect, which the model learns.
    const [tagged, plain] = predictor.predict([`${sequences[1]}GSG`, sequences[1]!]).mean;
    expect(Math.abs(tagged! - plain!)).toBeLessThan(0.5);
    const shorter = predictor.predict([REFERENCE.slice(0, -1), REFERENCE.slice(2), ""]);
    expect(shorter.mean.every(Number.isFinite) && shorter.sd.every((sd) => sd > 0)).toBe(true);
  });

  it("an assay requires a value for each row", () => {
    const data = scorerData({ sequences: [REFERENCE], values: Float64Array.of(1, 2) });
    expect(() => planScorer(data)).toThrow(RangeError);
  });
});

describe("a sampler as prior knowledge", () => {
  it("a sampler improves a scorer if there are few measurements and they correlate with the sampler", async () => {
    const random = createRandom("density");
    const homologs = mutants(random, 200, 8);
    const { sampler } = await fitSampler({ reference: residueIndices(REFERENCE), homologs }, { threads: 1 });
    const sequences = mutants(random, 300, 2);
    const values = Float64Array.from(sequences, (text) => sampler.logDensity(residueIndices(text)));
    const quality = async (known: typeof sampler | null): Promise<number> => {
      const data = scorerData({ sequences: sequences.slice(0, 50), values: values.slice(0, 50) });
      const { model } = await fitScorer({ ...data, sampler: known });
      return spearman(
        createScorer(model!).get("activity")!.predict(sequences.slice(50)).mean,
        values.slice(50),
      );
    };
    expect(await quality(sampler)).toBeGreaterThan(Math.max(0.9, (await quality(null)) + 0.1));
  });
});

describe("draws from a scorer's posterior", () => {
  it("draws have the mean, deviations and correlations of the predictions", async () => {
    const { model } = await fitScorer(scorerData(landscape("draws", 80, 0.3)));
    const predictor = createScorer(model!).get("activity")!;
    const [first, second] = mutants(createRandom("asked"), 2, 2, 6) as [string, string];
    const sequences = [first, second, first];
    const { transformedMean, transformedSd } = predictor.predict(sequences);
    const samples = predictor.samplePosterior(sequences, 4000, createRandom("draw"));
    expect([samples.rows, samples.columns]).toEqual([4000, 3]);
    const columns = sequences.map((_, column) => samples.data.filter((_, at) => at % 3 === column));
    for (const [column, drawn] of columns.entries()) {
      const mean = drawn.reduce((sum, value) => sum + value / 4000, 0);
      const deviation = Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2 / 4000, 0));
      expect(Math.abs(mean - transformedMean[column]!)).toBeLessThan(0.1 * transformedSd[column]!);
      expect(deviation / transformedSd[column]!).toBeCloseTo(1, 1);
    }
    // In every draw, equal sequences have the same value.
    expect(pearson(columns[0]!, columns[2]!)).toBeGreaterThan(0.999);
    expect(Math.abs(pearson(columns[0]!, columns[1]!))).toBeLessThan(0.98);
    expect(predictor.samplePosterior([], 3, createRandom(1)).data).toHaveLength(0);
    const many = Array.from({ length: 4001 }, () => first);
    expect(() => predictor.samplePosterior(many, 1, createRandom(1))).toThrow(RangeError);
  });
});
