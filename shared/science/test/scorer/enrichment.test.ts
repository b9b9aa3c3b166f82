import { createRandom, spearman } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { evaluateAssay } from "../../scorer/assayEvaluation.ts";
import { bestTenth, enrichment } from "../../scorer/enrichment.ts";
import { uncertainty, useOf } from "../../scorer/learnability.ts";
import { planScorer } from "../../scorer/scorerPlan.ts";
import { usefulChance } from "../../scorer/usefulChance.ts";

const ascending = Float64Array.from({ length: 100 }, (_, row) => row);
const descending = ascending.map((value) => -value);

describe("the enrichment of the top tenth", () => {
  it("a perfect order has an enrichment of ten, even if low values are better", () => {
    const perfect = enrichment(ascending, ascending, 1, createRandom("1"));
    expect(perfect.factor).toBe(10);
    expect(perfect.p_value).toBeLessThan(1e-12);
    expect(enrichment(ascending, descending, 1, createRandom("1"))).toEqual({ factor: 0, p_value: 1 });
    expect(enrichment(ascending, ascending, -1, createRandom("1")).factor).toBe(10);
  });

  it.each([
    [false, "HIGHEST", 10],
    [true, "LOWEST", 0],
  ])("the top tenth covers the best end (lower is better: %s): the %s values", (isMinimized, end, factor) => {
    const sequences = [...new Set(mutants(createRandom("ends"), 150, 3))].slice(0, 100);
    const assays = [{ assay_id: "a", scale_type: "ADDITIVE" as const, isMinimized }];
    const values = [ascending.slice(0, sequences.length)];
    const plan = planScorer({ reference: REFERENCE, sequences, assays, values, sampler: null, seed: 1 });
    const [assay] = plan.assays;
    const { targets } = assay!;
    // The ten highest values are predicted well, and the others in reverse order.
    const highest = targets.toSorted().at(-10)!;
    const predicted = targets.map((target) => (target >= highest ? 1_000 + target : -target));
    const folds = {
      means: predicted,
      deviations: targets.map(() => 1),
      excess: new Float64Array(),
    };
    const enrichment = evaluateAssay(plan, assay!, folds, []).learnability?.enrichment;
    expect([enrichment?.end, enrichment?.factor]).toEqual([end, factor]);
  });

  it("the p-value matches that of random orders", () => {
    const random = createRandom("permutations");
    const targets = random.shuffle(ascending.slice(0, 40));
    const predicted = targets.map((target) => target + 25 * random.normal());
    const { factor, p_value } = enrichment(targets, predicted, 1, random);
    const orders = 4_000;
    let extreme = 0;
    for (let order = 0; order < orders; order += 1) {
      const shuffled = random.shuffle(predicted.slice());
      if (enrichment(targets, shuffled, 1, random).factor >= factor) extreme += 1;
    }
    expect(factor).toBeGreaterThan(0);
    expect(extreme / orders).toBeCloseTo(p_value, 1);
  });

  it("equal predictions produce a result independent of row order", () => {
    const constant = new Float64Array(1_000).fill(1);
    const targets = Float64Array.from(constant, (_, row) => -row);
    expect(enrichment(targets, constant, 1, createRandom("ties")).factor).toBeLessThan(2);
  });

  it("dead variants are never counted among the best if nearly all are dead", () => {
    const targets = new Float64Array(100);
    targets.set([3, 4], 50);
    expect(bestTenth(targets, 1).filter(Boolean)).toHaveLength(2);
    expect(enrichment(targets, targets, 1, createRandom("dead")).factor).toBe(10);
    expect(enrichment(new Float64Array(100), targets, 1, createRandom("dead"))).toEqual({
      factor: Number.NaN,
      p_value: 1,
    });
  });

  it("the enrichment of many variants is finite", () => {
    const many = Float64Array.from({ length: 100_000 }, (_, row) => row);
    const { factor, p_value } = enrichment(many, many, 1, createRandom("many"));
    expect(factor).toBe(10);
    expect(p_value).toBeGreaterThanOrEqual(0);
    expect(p_value).toBeLessThan(1e-12);
  });
});

describe("the use of predictions", () => {
  it.each([
    [{ chance: 0.5 }, "ORDER"],
    [{ chance: 0.49 }, null],
    [{ chance: 0.01, enrichment: { factor: 2, p_value: 0.01 } }, "TOP"],
    [{ chance: 0.01, enrichment: { factor: 1.9, p_value: 0.001 } }, null],
    [{ chance: 0.01, enrichment: { factor: 5, p_value: 0.02 } }, null],
    [{ chance: 0.99, enrichment: { factor: 1, p_value: 1 } }, "ORDER"],
    [{ chance: 0, enrichment: { factor: Number.NaN, p_value: 1 } }, null],
  ])("the use of predictions with %o is %s", (figures, use) => {
    expect(useOf(figures)).toBe(use);
  });

  it("the use is TOP if most variants are dead and their order is noise", () => {
    const random = createRandom("mostly dead");
    const isAlive = Array.from({ length: 1_000 }, (_, row) => row % 20 === 0);
    const noise = () => 0.1 * random.normal();
    const targets = Float64Array.from(isAlive, (alive) => (alive ? 1 : 0) + noise());
    const predicted = Float64Array.from(isAlive, (alive) => (alive ? 1 : 0) + noise());
    const correlation = spearman(predicted, targets);
    expect(correlation).toBeLessThan(0.3);
    const chance = usefulChance(correlation, targets.length);
    expect(useOf({ chance, enrichment: enrichment(targets, predicted, 1, random) })).toBe("TOP");
  });

  it("predictions of shuffled values are judged useless in at least 95 % of 200 runs", () => {
    const random = createRandom("shuffled");
    const uses = Array.from({ length: 200 }, () => {
      const predicted = random.shuffle(ascending.slice());
      const chance = usefulChance(spearman(predicted, ascending), ascending.length);
      return useOf({ chance, enrichment: enrichment(ascending, predicted, 1, random) });
    });
    expect(uses.filter((use) => use === null).length).toBeGreaterThanOrEqual(190);
  });

  it.each([
    [{ chance: 0.95 }, null],
    [{ chance: 0.84 }, "8 in 10"],
    [{ chance: 0.06 }, "1 in 10"],
    [{ chance: 0.04 }, null],
    [{ chance: 0.3, enrichment: { factor: 5, p_value: 0.001 } }, null],
  ])("the uncertainty of %o is stated as %s", (figures, words) => {
    expect(uncertainty(figures)).toBe(words);
  });

  it("the chance that predictions help increases with the correlation and, above 0.3, with the number of variants", () => {
    for (const variants of [12, 40, 96, 384, 10_000]) {
      const chances = [-0.9, -0.1, 0, 0.2, 0.4, 0.6, 0.95].map((value) => usefulChance(value, variants));
      expect(chances).toEqual(chances.toSorted((a, b) => a - b));
      expect(chances.every((chance) => chance >= 0 && chance <= 1)).toBe(true);
    }
    expect(usefulChance(0.4, 384)).toBeGreaterThan(usefulChance(0.4, 40));
    expect(usefulChance(0.15, 384)).toBeLessThan(usefulChance(0.15, 40));
    expect(usefulChance(Number.NaN, 40)).toBe(0);
  });
});
