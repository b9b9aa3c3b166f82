import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { linearPredictor } from "../../../../test/shared/science/design/linearPredictor.ts";
import { constrainedUtility, scoreCandidates } from "../../design/candidates.ts";
import {
  constraintGoal,
  expectedImprovement,
  goalShares,
  improvement,
  logNormalCdf,
  logReached,
  objectiveGoal,
} from "../../design/designLevels.ts";
import { designSpace } from "../../design/designSpace.ts";
import { filterDesigns } from "../../design/filterDesigns.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

describe("the logarithm of the normal distribution function", () => {
  it("the far tail is accurate", () => {
    // scipy.stats.norm.logcdf
    const expected = [
      [1, -0.17275377902344988],
      [0, -Math.LN2],
      [-5, -15.064998393988725],
      [-29.9, -451.3229124585287],
      [-30.1, -457.32956441638237],
      [-100, -5005.5242086942035],
    ] as const;
    for (const [z, log] of expected) expect(logNormalCdf(z) / log).toBeCloseTo(1, 7);
  });
});

it("the shares of weights add up to 1, regardless of their magnitude", () => {
  const predictor = linearPredictor("a", [], [], 1);
  const shares = (...weights: number[]) =>
    goalShares(weights.map((weight) => ({ predictor, sign: 1, level: 0, weight })));
  expect(shares(1, 3)).toEqual([0.25, 0.75]);
  expect(shares(1e308, 1e308, 1e308).map((share) => Number(share.toFixed(9)))).toEqual(
    Array(3).fill(0.333333333),
  );
  expect(shares(5e-324, 5e-324)).toEqual([0.5, 0.5]);
});

describe("a goal", () => {
  const sequences = ["AAA", "AAC", "ACC", "CCC"].map(residueIndices);
  const predictor = linearPredictor("cysteines", sequences, [0, 1, 2, 3], 0.01);
  const scorer = new Map([["cysteines", predictor]]);
  const goal = (
    direction: "MAXIMIZE" | "MINIMIZE",
    threshold: number | { reference: { monomer: string }; margin: number | null },
  ) => constraintGoal({ measure: { assay_id: "cysteines", direction }, threshold }, scorer, 3);

  it("an objective is reached above its threshold, or below it if lower is better", () => {
    const { passes } = filterDesigns([goal("MAXIMIZE", 1.5)], sequences);
    expect([...passes]).toEqual([0, 0, 1, 1]);
    expect([...filterDesigns([goal("MINIMIZE", 1.5)], sequences).passes]).toEqual([1, 1, 0, 0]);
  });

  it("an objective may be relative to a reference's prediction", () => {
    const relative = goal("MAXIMIZE", { reference: { monomer: "AAC" }, margin: 0.5 });
    expect(relative.level).toBeCloseTo(predictor.predict(sequences).mean[1]! + 0.5, 9);
    expect(goal("MAXIMIZE", { reference: { monomer: "AAC" }, margin: null }).level).toBeCloseTo(
      relative.level - 0.5,
      9,
    );
  });

  it("a margin is a factor for MULTIPLICATIVE assays", () => {
    const ratios = new Map([["cysteines", { ...predictor, scaleType: "MULTIPLICATIVE" as const }]]);
    const level = (margin: number | null) => {
      const threshold = { reference: { monomer: "ACC" }, margin };
      const measure = { assay_id: "cysteines", direction: "MAXIMIZE" as const };
      return constraintGoal({ measure, threshold }, ratios, 3).level;
    };
    const predicted = predictor.predict(sequences).mean[2]!;
    expect(level(1.5)).toBeCloseTo(1.5 * predicted, 9);
    expect(level(null)).toBeCloseTo(predicted, 9);
    for (const margin of [0, -2]) expect(() => level(margin)).toThrow("a factor above 0");
  });

  it("the probability of an objective is the predictive probability beyond the threshold", () => {
    const { transformedMean } = predictor.predict(sequences);
    const [even] = logReached(goal("MINIMIZE", transformedMean[2]!), predictor.predict([sequences[2]!]));
    expect(Math.exp(even!)).toBeCloseTo(0.5, 9);
    expect(improvement(goal("MINIMIZE", 2), 0.5)).toBe(1.5);
  });

  it("objectives are treated as independent of each other", () => {
    const goals = [goal("MAXIMIZE", 1), goal("MINIMIZE", 2)];
    const { logAll, passes, shortfall } = filterDesigns(goals, sequences);
    const prediction = predictor.predict(sequences);
    const [above, below] = goals.map((goal) => logReached(goal, prediction));
    for (const [at, log] of logAll.entries()) {
      expect(log).toBeCloseTo(above![at]! + below![at]!, 9);
      expect(passes[at] === 1).toBe(Math.min(above![at]!, below![at]!) >= Math.log(0.5));
      expect(shortfall[at] === 0).toBe(passes[at] === 1);
    }
  });
});

describe("the value of an improvement", () => {
  it("the value decreases with the probability of violated constraints", () => {
    const gains = [-2, -1.1, -0.1, 0, 0.1, 2];
    for (const gain of gains) {
      expect(constrainedUtility(gain, Math.log(0.2))).toBeLessThan(constrainedUtility(gain, Math.log(0.9)));
      expect(constrainedUtility(gain, 0)).toBe(gain);
    }
    expect(Number.isFinite(constrainedUtility(-2, -1e6))).toBe(true);
  });

  it("a small feasible improvement beats a large one that probably violates a constraint", () => {
    expect(constrainedUtility(0.6, Math.log(0.4))).toBeLessThan(constrainedUtility(0.2, Math.log(0.9)));
    expect(constrainedUtility(3, Math.log(0.6))).toBeGreaterThan(constrainedUtility(0.2, Math.log(0.9)));
  });
});

describe("several objectives", () => {
  const sequences = ["AAA", "AAC", "ACC", "CCC"].map(residueIndices);
  const scorer = new Map(
    Object.entries({ cysteines: [0, 1, 2, 3], alanines: [3, 2, 1, 0] }).map(([id, values]) => [
      id,
      linearPredictor(id, sequences, values, 0.01),
    ]),
  );
  const objective = (
    assay_id: string,
    direction: "MAXIMIZE" | "TARGET",
    reference: number,
    weight?: number,
  ) => objectiveGoal({ measure: { assay_id, direction }, reference, weight }, scorer, 3);

  it("several objectives prefer the value closest to a target, and the more certain one if means are equal", () => {
    const goal = objective("cysteines", "TARGET", 2);
    const gains = [...scorer.get("cysteines")!.predict(sequences).transformedMean].map((mean) =>
      improvement(goal, mean),
    );
    expect(gains.indexOf(Math.max(...gains))).toBe(2);
    expect(expectedImprovement(goal, 2, 0.1).mean).toBeGreaterThan(expectedImprovement(goal, 2, 1).mean);
  });

  it("the expected gain toward a target equals the average over random values", () => {
    const goal = objective("cysteines", "TARGET", 1.2);
    const random = createRandom("folded");
    for (const [mean, sd] of [
      [1.2, 0.5],
      [2, 1],
      [-3, 0.4],
    ] as const) {
      const drawn = Array.from({ length: 40_000 }, () => improvement(goal, mean + sd * random.normal()));
      const average = drawn.reduce((sum, value) => sum + value / drawn.length, 0);
      const spread = Math.sqrt(drawn.reduce((sum, value) => sum + (value - average) ** 2 / drawn.length, 0));
      const expected = expectedImprovement(goal, mean, sd);
      expect(Math.abs(expected.mean - average)).toBeLessThan(0.02);
      expect(Math.abs(expected.sd - spread)).toBeLessThan(0.02);
    }
    expect(expectedImprovement(goal, 2, 0)).toEqual({ mean: expect.closeTo(-0.8, 12), sd: 0 });
  });

  it("several objectives rank designs by the weighted mean of their gains", async () => {
    const { sampler } = await fitSampler({ reference: sequences[0]! });
    const bestOf = (weight: number): number => {
      const goals = {
        space: designSpace(generator("AAA", { max: 3 })),
        sampler,
        objective: objective("cysteines", "MAXIMIZE", 0),
        secondary: [objective("alanines", "MAXIMIZE", 0, weight)],
        constraints: [],
        filters: [],
      };
      const means = scoreCandidates(goals, sequences).map(({ mean }) => mean);
      return means.indexOf(Math.max(...means));
    };
    expect([bestOf(0.5), bestOf(2)]).toEqual([3, 0]);
  });
});
