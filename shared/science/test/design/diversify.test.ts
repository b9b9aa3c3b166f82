import { deserialize, serialize } from "node:v8";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { linearPredictor } from "../../../../test/shared/science/design/linearPredictor.ts";
import { constraintGoal } from "../../design/designLevels.ts";
import { designSpace, isFeasible, mutationCount } from "../../design/designSpace.ts";
import { type DiversifyPlan, type DiversifyState, diversifySearch } from "../../design/diversify.ts";
import { enumerateDesigns } from "../../design/enumerateDesigns.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const REFERENCE = residueIndices(TEMPLATE);
const { sampler } = await fitSampler({ reference: REFERENCE });

type Stated = Partial<DiversifyPlan> & Parameters<typeof generator>[1] & { fixed?: [number, number][] };

function plan(stated: Stated = {}): DiversifyPlan {
  const { requirements, discouraged, min, max, alias, start, fixed, ...rest } = stated;
  const given = { requirements, discouraged, min, max, alias, start };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const space = designSpace(generator(TEMPLATE, known), fixed);
  return {
    space,
    sampler,
    ranker: sampler,
    reference: REFERENCE,
    filters: [],
    wanted: 20,
    hitRedundancy: 10,
    seed: 1,
    ...rest,
  };
}

function run(searchPlan: DiversifyPlan): DiversifyState {
  let state = diversifySearch.start(searchPlan);
  while (!state.done) state = diversifySearch.round(searchPlan, state);
  return state;
}

describe("diversify", () => {
  it("an exhaustive search finds the most likely designs of a small space", () => {
    const searchPlan = plan({ max: 2, fixed: [[0, 12]], hitRedundancy: 1_000 });
    const best = enumerateDesigns(searchPlan.space)
      .map((design) => sampler.logDensity(design))
      .sort((a, b) => b - a)
      .slice(0, 20);
    const likelihoods = diversifySearch
      .select(searchPlan, run(searchPlan))
      .map(({ logLikelihood }) => logLikelihood);
    for (const [rank, likelihood] of likelihoods.entries()) expect(likelihood).toBeCloseTo(best[rank]!, 9);
    expect(likelihoods).toHaveLength(20);
  });

  it("discouraged positions mutate in fewer designs, but are not forbidden", () => {
    const mutated = (discouraged: [number, number][]): number => {
      const searchPlan = plan({ min: 3, discouraged });
      return diversifySearch
        .select(searchPlan, run(searchPlan))
        .reduce((sum, { sequence }) => sum + mutationCount(REFERENCE.slice(1, 11), sequence.slice(1, 11)), 0);
    };
    expect(mutated([[1, 11]])).toBeLessThan(mutated([]) / 2);
    expect(mutated([[0, 22]])).toBeGreaterThan(0);
  });

  it("a start methionine is kept unless its mutation is allowed", () => {
    const starts = (start: boolean): Set<number | undefined> => {
      const searchPlan = plan({ start, fixed: [[2, 22]], max: 2, hitRedundancy: 1_000 });
      return new Set(diversifySearch.select(searchPlan, run(searchPlan)).map(({ sequence }) => sequence[0]));
    };
    expect(starts(false)).toEqual(new Set([REFERENCE[0]]));
    expect(starts(true).size).toBeGreaterThan(1);
  });

  it("designs meet every constraint, and the most likely come first", () => {
    const requirements = [
      { operator: "none" as const, motifs: ["A", "QI"] },
      { operator: "any" as const, motifs: ["GG", "NG"], ranges: [[12, 22]] as [number, number][] },
    ];
    const searchPlan = plan({ requirements, min: 4, max: 7 });
    const designs = diversifySearch.select(searchPlan, run(searchPlan));
    expect(designs).toHaveLength(20);
    expect(designs.every(({ sequence }) => isFeasible(searchPlan.space, sequence))).toBe(true);
    expect(new Set(designs.map(({ sequence }) => residueLetters(sequence))).size).toBe(20);
    const likelihoods = designs.map(({ logLikelihood }) => logLikelihood);
    expect(likelihoods).toEqual(likelihoods.toSorted((a, b) => b - a));
  });

  it("designs respect the redundancy limit", () => {
    const searchPlan = plan({ hitRedundancy: 1, wanted: 60 });
    const designs = diversifySearch.select(searchPlan, run(searchPlan));
    expect(designs).toHaveLength(60);
    for (const [rank, { sequence }] of designs.entries()) {
      const worse = designs.slice(rank + 1).filter((other) => mutationCount(sequence, other.sequence) <= 1);
      expect(worse.length).toBeLessThanOrEqual(1);
    }
  });

  it("filters apply to the scorer's predictions, even far from the starting sequence", async () => {
    const random = createRandom("library");
    const library = Array.from({ length: 500 }, () =>
      Uint8Array.from({ length: 10 }, () => random.integer(20)),
    );
    const tryptophans = (sequence: Uint8Array): number => sequence.filter((residue) => residue === 18).length;
    const predictor = linearPredictor("tryptophans", library, library.map(tryptophans));
    const scorer = new Map([["tryptophans", predictor]]);
    const constraint = { measure: { assay_id: "tryptophans", direction: "MAXIMIZE" as const }, threshold: 3 };
    const reference = REFERENCE.slice(0, 10);
    const { sampler: short } = await fitSampler({ reference });
    const searchPlan: DiversifyPlan = {
      ...plan({ filters: [constraintGoal(constraint, scorer, 10)] }),
      space: designSpace(generator(TEMPLATE.slice(0, 10))),
      sampler: short,
      ranker: short,
      reference,
    };
    const state = run(searchPlan);
    const designs = diversifySearch.select(searchPlan, state);
    expect(designs).toHaveLength(20);
    expect(designs.every(({ passes }) => passes)).toBe(true);
    const { mean } = predictor.predict(designs.map(({ sequence }) => sequence));
    expect(Math.min(...mean)).toBeGreaterThanOrEqual(3);
    expect(state.counts.num_candidates_filtered).toBeGreaterThan(0);
  });

  it("a search reports that no design passes the filters", () => {
    const predictor = linearPredictor("activity", [residueIndices(TEMPLATE)], [1]);
    const constraint = {
      measure: { assay_id: "activity", direction: "MINIMIZE" as const },
      threshold: -1_000,
    };
    const filters = [constraintGoal(constraint, new Map([["activity", predictor]]), 22)];
    const searchPlan = plan({ filters, rounds: 3 });
    const state = run(searchPlan);
    expect(() => diversifySearch.select(searchPlan, state)).toThrow(
      /candidates passes the filters: lower their thresholds/,
    );
  });

  it("a template without mutable positions yields no design", () => {
    const requirements = [{ operator: "any" as const, motifs: ["MK"] }];
    const searchPlan = plan({ requirements, fixed: [[0, 22]], min: 0, rounds: 3 });
    expect(
      diversifySearch.select(searchPlan, run(searchPlan)).map(({ sequence }) => residueLetters(sequence)),
    ).toEqual([TEMPLATE]);
  });

  it("samplers and references with a different length are rejected", async () => {
    const { sampler: shorter } = await fitSampler({ reference: REFERENCE.slice(1) });
    expect(() => diversifySearch.start(plan({ sampler: shorter }))).toThrow(
      "The template has 22 residues, but the generator's sampler was trained for a reference of 21",
    );
    expect(() => diversifySearch.start(plan({ reference: REFERENCE.slice(1) }))).toThrow(
      /ranker's reference has 21 residues/,
    );
  });

  it("excluded sequences are not selected, and a search states if no others exist", () => {
    const searchPlan = plan({ max: 1, fixed: [[0, 21]] });
    const all = enumerateDesigns(searchPlan.space);
    const some = plan({ max: 1, fixed: [[0, 21]], exclude: all.slice(1), hitRedundancy: 100 });
    expect(diversifySearch.select(some, run(some)).map(({ sequence }) => sequence)).toEqual([all[0]]);
    const none = plan({ max: 1, fixed: [[0, 21]], exclude: all });
    expect(() => diversifySearch.select(none, run(none))).toThrow(/has already been measured/);
  });

  it("the outcomes of all candidates are counted", () => {
    const searchPlan = plan();
    const { counts, round } = run(searchPlan);
    expect(counts.step).toBe(round);
    expect(counts.num_candidates_generated).toBeGreaterThanOrEqual(counts.num_candidates_unique);
    const { num_candidates_filtered: filtered, num_candidates_rejected: rejected } = counts;
    expect(filtered + rejected + counts.num_candidates_selected).toBe(counts.num_candidates_unique);
    expect(counts).toMatchObject({ num_candidates_selected: 20, target_num_candidates: 20 });
    expect(counts.beam_stability).toBeGreaterThan(0.9);
  });

  it("a search resumed from a stored state gives the same result, which depends on the seed", () => {
    const searchPlan = plan({ rounds: 6 });
    let stored = diversifySearch.start(searchPlan);
    while (!stored.done)
      stored = diversifySearch.round(searchPlan, deserialize(serialize(stored)) as DiversifyState);
    expect(stored).toEqual(run(searchPlan));
    expect(run(plan({ rounds: 6, seed: 2 }))).not.toEqual(run(searchPlan));
  });
});
