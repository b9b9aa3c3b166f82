import { deserialize, serialize } from "node:v8";
import { createRandom } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { linearPredictor } from "../../../../test/shared/science/design/linearPredictor.ts";
import { constraintGoal, objectiveGoal } from "../../design/designLevels.ts";
import { designRows } from "../../design/designRows.ts";
import { designSpace, isFeasible, mutationCount } from "../../design/designSpace.ts";
import { type EngineerPlan, type EngineerState, engineerSearch } from "../../design/engineer.ts";
import { enumerateDesigns } from "../../design/enumerateDesigns.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const REFERENCE = residueIndices(TEMPLATE);
const { sampler } = await fitSampler({ reference: REFERENCE });

/** Tryptophans increase the activity, as do cysteines; only cysteines reduce stability. */
const count = (sequence: Uint8Array, residue: number): number =>
  sequence.filter((value) => value === residue).length;
const activity = (sequence: Uint8Array): number => count(sequence, 18) + 2 * count(sequence, 1);
const stability = (sequence: Uint8Array): number => 5 - count(sequence, 1);
const random = createRandom("library");
const library = Array.from({ length: 500 }, () => Uint8Array.from({ length: 22 }, () => random.integer(20)));
const scorer = new Map([
  ["activity", linearPredictor("activity", library, library.map(activity))],
  ["stability", linearPredictor("stability", library, library.map(stability))],
]);

const maximize = (assay_id: string) => ({ assay_id, direction: "MAXIMIZE" as const });
const objective = objectiveGoal(
  { measure: maximize("activity"), reference: { reference: { monomer: TEMPLATE }, margin: null } },
  scorer,
  22,
);
const stable = (threshold: number) =>
  constraintGoal({ measure: maximize("stability"), threshold }, scorer, 22);

function plan(
  stated: Partial<EngineerPlan> = {},
  space = designSpace(generator(TEMPLATE, { max: 5 })),
): EngineerPlan {
  const goals = { objective, constraints: [], filters: [] };
  return {
    space,
    sampler,
    ...goals,
    wanted: 24,
    hitRedundancy: 10,
    fillUp: false,
    seed: 1,
    rounds: 12,
    population: 300,
    ...stated,
  };
}

function run(searchPlan: EngineerPlan): EngineerState {
  let state = engineerSearch.start(searchPlan);
  while (!state.done) state = engineerSearch.round(searchPlan, state);
  return state;
}

const design = (searchPlan: EngineerPlan) => engineerSearch.select(searchPlan, run(searchPlan));

describe("engineer", () => {
  it("a search approaches the scorer's best predictions", () => {
    const searchPlan = plan();
    const designs = design(searchPlan);
    expect(designs).toHaveLength(24);
    expect(designs.every(({ sequence }) => isFeasible(searchPlan.space, sequence))).toBe(true);
    const values = designs.map(({ sequence }) => activity(sequence) - activity(REFERENCE));
    expect(Math.max(...values)).toBe(10);
    expect(values.reduce((sum, value) => sum + value, 0) / 24).toBeGreaterThan(7);
  });

  it("a small space is searched exhaustively", () => {
    const space = designSpace(generator(TEMPLATE, { max: 3, start: true }), [[3, 22]]);
    const searchPlan = plan({ hitRedundancy: 1_000 }, space);
    const state = run(searchPlan);
    expect(state.search).toBe("enumerate");
    expect(state.counts.num_candidates_unique).toBe(20 ** 3 - 1);
    expect(
      engineerSearch.select(searchPlan, state).map(({ sequence }) => residueLetters(sequence).slice(0, 3)),
    ).toContain("CCC");
  });

  it("the objective is weighted by the probability of meeting the constraints", () => {
    const designs = design(plan({ constraints: [stable(4.6)] }));
    expect(designs.filter(({ sequence }) => count(sequence, 1) === 0).length).toBeGreaterThan(20);
    expect(Math.max(...designs.map(({ sequence }) => count(sequence, 18)))).toBe(5);
    expect(designs.every(({ passes }) => passes)).toBe(true);
  });

  it("only designs that pass the filters are selected, unless additional designs are requested to fill the list", () => {
    const impossible = [stable(6)];
    const possible = plan({ filters: [stable(4.5)] });
    expect(design(possible).every(({ sequence, passes }) => passes && count(sequence, 1) === 0)).toBe(true);
    expect(() => design(plan({ filters: impossible, rounds: 2 }))).toThrow(
      /set force_returning_num_assemblies/,
    );
    const filled = design(plan({ filters: impossible, rounds: 2, fillUp: true }));
    expect(filled).toHaveLength(24);
    expect(filled.every(({ passes }) => !passes)).toBe(true);
  });

  it("additional designs come after those that pass", () => {
    const space = designSpace(generator(TEMPLATE, { max: 1 }), [[0, 18]]);
    const filters = [
      constraintGoal(
        { measure: maximize("activity"), threshold: { reference: { monomer: TEMPLATE }, margin: 0.5 } },
        scorer,
        22,
      ),
    ];
    const designs = design(plan({ filters, fillUp: true, hitRedundancy: 100 }, space));
    const passing = designs.filter(({ passes }) => passes).length;
    expect(passing).toBe(8);
    expect(designs.slice(0, passing).every(({ passes }) => passes)).toBe(true);
    expect(designs).toHaveLength(24);
  });

  it("designs respect the redundancy limit", () => {
    const designs = design(plan({ hitRedundancy: 0 }));
    for (const [rank, { sequence }] of designs.entries()) {
      for (const other of designs.slice(rank + 1)) {
        expect(mutationCount(sequence, other.sequence)).toBeGreaterThan(1);
      }
    }
  });

  it("a batch keeps to the share of designs with the same mutation", () => {
    // One cysteine is worth five tryptophans, so that without a limit nearly all designs have it.
    const worth = (sequence: Uint8Array): number => count(sequence, 18) + (sequence[4] === 1 ? 5 : 0);
    const predictor = new Map([["activity", linearPredictor("activity", library, library.map(worth))]]);
    const measure = { measure: maximize("activity"), reference: 0 };
    const goal = objectiveGoal(measure, predictor, 22);
    const largest = (shareLimit: EngineerPlan["shareLimit"]): number => {
      const designs = design(plan({ objective: goal, shareLimit }));
      expect(designs).toHaveLength(24);
      const changes = designs.flatMap(({ sequence }) =>
        [...sequence].flatMap((residue, at) => (residue === REFERENCE[at] ? [] : [`${at} ${residue}`])),
      );
      return Math.max(...changes.map((change) => changes.filter((other) => other === change).length));
    };
    expect(largest(undefined)).toBeGreaterThan(12);
    expect(largest({ share: 0.5, isFirm: false })).toBeLessThanOrEqual(12);
    expect(largest({ share: 0.25, isFirm: true })).toBeLessThanOrEqual(6);
  });

  it("a firm share also limits the designs that fill the list, although they fail the filters", () => {
    const shareLimit = { share: 0.25, isFirm: true };
    const filled = design(plan({ filters: [stable(5)], fillUp: true, shareLimit }));
    const changes = filled.flatMap(({ sequence }) =>
      [...sequence].flatMap((residue, at) => (residue === REFERENCE[at] ? [] : [`${at} ${residue}`])),
    );
    expect(filled.some(({ passes }) => !passes)).toBe(true);
    for (const change of changes)
      expect(changes.filter((other) => other === change).length).toBeLessThanOrEqual(6);
  });

  it("excluded sequences are not designed again", () => {
    const first = plan();
    const exclude = design(first).map(({ sequence }) => sequence);
    const again = design(plan({ exclude })).map(({ sequence }) => residueLetters(sequence));
    expect(again).toHaveLength(24);
    expect(
      exclude.map((sequence) => residueLetters(sequence)).filter((text) => again.includes(text)),
    ).toEqual([]);
  });

  it("a search reports that all candidates are excluded", () => {
    const space = designSpace(generator(TEMPLATE, { max: 1 }), [[0, 21]]);
    const exclude = enumerateDesigns(space);
    expect(exclude).toHaveLength(19);
    expect(() => design(plan({ exclude }, space))).toThrow(/has already been measured. Allow more mutations/);
  });

  it("a search resumed from a stored state gives the same result, which depends on the seed", () => {
    const searchPlan = plan({ rounds: 4 });
    let stored = engineerSearch.start(searchPlan);
    while (!stored.done)
      stored = engineerSearch.round(searchPlan, deserialize(serialize(stored)) as EngineerState);
    expect(engineerSearch.select(searchPlan, stored)).toEqual(design(searchPlan));
    expect(design(plan({ rounds: 4, seed: 2 }))).not.toEqual(design(searchPlan));
  });

  it("discouraged positions mutate in fewer designs, but are not forbidden", () => {
    const discouraged: [number, number][] = [[1, 11]];
    const mutated = (designs: readonly { sequence: Uint8Array }[]): number =>
      designs.reduce(
        (sum, { sequence }) => sum + mutationCount(REFERENCE.slice(1, 11), sequence.slice(1, 11)),
        0,
      );
    const space = designSpace(generator(TEMPLATE, { max: 5, discouraged }));
    const before = mutated(design(plan()));
    expect(mutated(design(plan({}, space)))).toBeLessThan(before / 4);
    const only = designSpace(generator(TEMPLATE, { max: 5, discouraged: [[0, 22]] }));
    expect(mutated(design(plan({}, only)))).toBeGreaterThan(0);
  });

  it("a start methionine is kept unless its mutation is allowed", () => {
    const starts = (designs: readonly { sequence: Uint8Array }[]): Set<string> =>
      new Set(designs.map(({ sequence }) => residueLetters(sequence.subarray(0, 1))));
    expect(starts(design(plan()))).toEqual(new Set("M"));
    const free = designSpace(generator(TEMPLATE, { max: 5, start: true }));
    expect(starts(design(plan({}, free)))).toContain("C");
  });

  it("without an objective, constraints order the designs, and the sampler breaks ties", () => {
    const constraints = [stable(4.6)];
    const designs = design(plan({ objective: null, constraints }));
    expect(designs).toHaveLength(24);
    expect(designs.every(({ sequence }) => count(sequence, 1) === 0)).toBe(true);
    const likely = design(plan({ objective: null, hitRedundancy: 1_000 }));
    const densities = likely.map(({ sequence }) => Math.round(1e6 * sampler.logDensity(sequence)));
    expect(densities).toEqual(densities.toSorted((a, b) => b - a));
    const random = createRandom("mutants");
    const singles = enumerateDesigns({ ...plan().space, maxMutations: 1 });
    const mutant = singles[random.integer(singles.length)];
    expect(densities.at(-1)).toBeGreaterThan(1e6 * sampler.logDensity(mutant ?? REFERENCE));
  });

  it("the counts of filtered, rejected and selected candidates sum to the unique ones", () => {
    const searchPlan = plan({ filters: [stable(4.5)], rounds: 3 });
    const { counts } = run(searchPlan);
    const { num_candidates_filtered: filtered, num_candidates_rejected: rejected } = counts;
    expect(filtered + rejected + counts.num_candidates_selected).toBe(counts.num_candidates_unique);
    expect(filtered).toBeGreaterThan(0);
    expect(rejected).toBeGreaterThan(0);
    expect(counts).toMatchObject({ num_candidates_selected: 24, target_num_candidates: 24 });
  });

  it("objectives that the scorer cannot predict are rejected", () => {
    expect(() => constraintGoal({ measure: maximize("colour"), threshold: 1 }, scorer, 22)).toThrow(
      'The scorer has no assay "colour"; it was trained for "activity", "stability".',
    );
    const reference = { reference: { monomer: "ACD" }, margin: 0 };
    expect(() => objectiveGoal({ measure: maximize("activity"), reference }, scorer, 22)).toThrow(
      /3 residues but the template has 22/,
    );
  });
});

describe("the rows of the result", () => {
  it("a row contains a design and its predictions", () => {
    const sequence = residueIndices("WKTAYIAKQRQISFVKSHFSRC");
    const space = designSpace(generator(TEMPLATE));
    const [row] = designRows([{ sequence, constraintProbability: 0.75, passes: true }], {
      space,
      sampler,
      scorer,
    });
    expect(row).toMatchObject({
      sequence: "WKTAYIAKQRQISFVKSHFSRC",
      rank: 1,
      mutations: "M1W;Q22C",
      num_mutations: 2,
      parent: TEMPLATE,
      log_likelihood: sampler.logDensity(sequence),
      constraint_probability: 0.75,
      passes: true,
    });
    expect(row?.predictions.activity?.mean).toBeCloseTo(activity(sequence), 0);
    expect(row?.predictions.stability?.sd).toBeGreaterThan(0);
  });
});
