import { describe, expect, it } from "vitest";
import { untriedPlaces } from "#shared/science/design/batch/selectBatch.ts";
import { standsStill, untriedDesigns } from "#shared/science/design/batch/untriedDesigns.ts";
import { byExpectedUtility, type Candidate, scoreCandidates } from "#shared/science/design/candidates.ts";
import { constraintGoal, objectiveGoal } from "#shared/science/design/designLevels.ts";
import {
  type DesignSpace,
  designSpace,
  isFeasible,
  mutatedPositions,
  mutationCount,
} from "#shared/science/design/designSpace.ts";
import { type EngineerPlan, engineerSearch } from "#shared/science/design/engineer.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { createRandom } from "#shared/science/statistics/random.ts";
import { generator } from "./generators.ts";
import { linearPredictor } from "./linearPredictor.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const template = residueIndices(TEMPLATE);
const [CYSTEINE, TRYPTOPHAN] = [1, 18];
const { sampler } = await fitSampler({ reference: template });

const count = (sequence: Uint8Array, residue: number): number =>
  sequence.filter((one) => one === residue).length;
const random = createRandom("library");
const poor = Array.from({ length: 400 }, () => Uint8Array.from({ length: 22 }, () => random.integer(20)));

/** The best variant, and variants one substitution from it: all at positions 3 to 12, but with tryptophan. */
const best = residueIndices("MKTAYIAKQRQISFVKSHFSWW");
const near = Array.from({ length: 10 }, (_, at) => at + 2).flatMap((position) =>
  Array.from({ length: 20 }, (_, residue) => changed(best, position, residue)),
);
const tried = near.filter((one) => count(one, TRYPTOPHAN) === 2);
const measured = [best, ...tried, ...poor];
const activity = (sequence: Uint8Array): number =>
  0.2 * sequence.slice(-2).filter((residue) => residue === TRYPTOPHAN).length -
  0.04 * count(sequence, CYSTEINE) -
  0.02 * mutationCount(best.slice(2, 12), sequence.slice(2, 12));
const values = measured.map(activity);
const scorer = new Map([["activity", linearPredictor("activity", measured, values, 0.004)]]);
const measure = { assay_id: "activity", direction: "MAXIMIZE" as const };
const objective = objectiveGoal({ measure, reference: 0 }, scorer, 22);
const space = designSpace(generator(TEMPLATE, { max: 5, start: true }));

function changed(sequence: Uint8Array, position: number, residue: number): Uint8Array {
  const copy = sequence.slice();
  copy[position] = residue;
  return copy;
}

const goals = (inside = space) => ({ space: inside, sampler, objective, constraints: [], filters: [] });
const judged = (sequences: readonly Uint8Array[]): Candidate[] =>
  scoreCandidates(goals(), sequences).sort(byExpectedUtility);

const untried = (
  wanted: number,
  {
    inside = space,
    all = measured,
    filters = [],
    constraints = [],
  }: {
    inside?: DesignSpace;
    all?: readonly Uint8Array[];
    filters?: EngineerPlan["filters"];
    constraints?: EngineerPlan["constraints"];
  } = {},
) =>
  untriedDesigns(
    { ...goals(inside), filters, constraints },
    { spaces: [inside], listed: [] },
    { all, best: judged(all) },
    wanted,
    createRandom(1),
  ).map(({ sequence }) => sequence);

const fromBest = (design: Uint8Array): string[] =>
  mutatedPositions(best, design).map((at) => `${at} ${design[at]}`);

describe("designs that try what was not tried near the best", () => {
  it("change two residues of the best measured variant that no variant near it has", () => {
    const designs = untried(60);
    expect(designs).toHaveLength(60);
    const triedNear = new Set(tried.flatMap(fromBest));
    expect(triedNear.size).toBeGreaterThan(150);
    for (const design of designs) {
      expect(isFeasible(space, design)).toBe(true);
      const changes = fromBest(design);
      expect(changes).toHaveLength(2);
      expect(changes.filter((change) => triedNear.has(change))).toEqual([]);
    }
    const changes = designs.flatMap(fromBest);
    expect(new Set(changes).size).toBe(changes.length);
  });

  it("prefer what is promising among what was tried as often", () => {
    const designs = untried(60);
    // Every cysteine lowers the activity; of 20 residues it would be in six of 120 changes.
    const cysteines = designs.flatMap(fromBest).filter((change) => change.endsWith(` ${CYSTEINE}`)).length;
    expect(cysteines).toBeLessThan(6);
  });

  it("go on with what was tried least once everything was tried", () => {
    const everything = Array.from({ length: 22 }, (_, position) => position).flatMap((position) =>
      Array.from({ length: 20 }, (_, residue) => changed(best, position, residue)),
    );
    const twice = everything.flatMap((one) => (mutationCount(best, one) === 1 ? [changed(one, 0, 5)] : []));
    const all = [best, ...everything, ...twice.filter((one) => one[3] === best[3]), ...poor];
    const designs = untried(5, { all });
    expect(designs).toHaveLength(5);
    for (const design of designs) expect(design[3]).not.toBe(best[3]);
  });

  it("are single substitutions where two are too many, and none where nothing is allowed", () => {
    const single = designSpace(generator(residueLetters(best), { max: 1, start: true }));
    const designs = untried(30, { inside: single });
    expect(designs).toHaveLength(30);
    for (const design of designs) expect(fromBest(design)).toHaveLength(1);
    expect(untried(30, { inside: designSpace(generator("A".repeat(22), { max: 1 })) })).toEqual([]);
  });

  it("leave discouraged positions as they are, and break no constraint", () => {
    const inside = designSpace(generator(TEMPLATE, { max: 5, start: true, discouraged: [[12, 18]] }));
    const designs = untried(100, { inside });
    expect(designs).toHaveLength(100);
    for (const design of designs) expect(design.slice(12, 18)).toEqual(best.slice(12, 18));
    // Every second change or so lowers this one by more than it may.
    const constraint = constraintGoal({ measure, threshold: activity(best) - 0.01 }, scorer, 22);
    const constrained = untried(200, { constraints: [constraint] });
    expect(constrained.length).toBeGreaterThan(30);
    for (const design of constrained) expect(count(design, CYSTEINE)).toBe(0);
    expect(untried(200).filter((design) => count(design, CYSTEINE) > 0).length).toBeGreaterThan(0);
  });

  it("keep the minimum of mutations, and the filters", () => {
    const two = designSpace(generator(residueLetters(best), { min: 2, max: 2 }));
    const designs = untried(10, { inside: two });
    expect(designs).toHaveLength(10);
    const demanding = constraintGoal({ measure, threshold: 1_000 }, scorer, 22);
    expect(untried(10, { filters: [demanding] })).toEqual([]);
  });

  it("do not replace mutations of a variant that has as many as it may have", () => {
    const full = designSpace(generator(TEMPLATE, { max: 2, start: true }));
    expect(untried(10, { inside: full, all: [best] })).toEqual([]);
    const designs = untried(10, { inside: full, all: [best, changed(template, 21, TRYPTOPHAN)] });
    expect(designs).toHaveLength(10);
    for (const design of designs) expect(design[21]).toBe(TRYPTOPHAN);
  });

  it("leave measured sequences with gaps and unknown residues out of account", () => {
    const gapped = residueIndices("-KTAYIAKQRQISFVKSHFSWW");
    // All but a few of the 418 single substitutions, none of which was tried: so an alanine at the second position as well.
    const designs = untried(200, { all: [best, gapped] });
    expect(designs.flatMap(fromBest)).toContain("1 0");
  });
});

describe("a campaign", () => {
  const candidate = (mean: number, sd: number): Candidate => ({
    sequence: best,
    mean,
    sd,
    logConstraints: 0,
    logFilters: 0,
    logDiscouraged: 0,
    passes: true,
  });

  it("stands still where no candidate can be expected to be noticeably better than the best measured variant", () => {
    const found = [candidate(1, 0.01), candidate(0, 0.01)];
    expect(standsStill(found, [candidate(1.05, 0.02), candidate(0.9, 0.1)])).toBe(true);
    expect(standsStill(found, [candidate(1.05, 0.02), candidate(0.9, 0.2)])).toBe(false);
    expect(standsStill(found, [candidate(1.2, 0)])).toBe(false);
    expect(standsStill([], [candidate(1, 0)])).toBe(false);
    expect(standsStill(found, [])).toBe(false);
    // What passes the filters is not worth less for them, in a batch neither.
    expect(standsStill(found, [{ ...candidate(1.5, 0), logFilters: Math.log(0.6) }])).toBe(false);
    expect(standsStill(found, [{ ...candidate(1.5, 0), logConstraints: Math.log(0.6) }])).toBe(true);
  });
});

describe("a batch that explores", () => {
  const plan = (exploration: number, stated: Partial<EngineerPlan> = {}): EngineerPlan => ({
    space,
    sampler,
    objective,
    constraints: [],
    filters: [],
    wanted: 40,
    hitRedundancy: 10,
    fillUp: false,
    seed: 1,
    rounds: 3,
    population: 300,
    starts: measured,
    exclude: measured,
    exploration,
    ...stated,
  });
  const run = (asked: EngineerPlan) => {
    let state = engineerSearch.start(asked);
    while (!state.done) state = engineerSearch.round(asked, state);
    return { state, designs: engineerSearch.select(asked, state) };
  };

  it("draws a quarter of its designs at most where the campaign stands still, and tries what was not tried with the rest", () => {
    const triedNear = new Set([best, ...tried].flatMap(fromBest));
    const ofPairs = (exploration: number): number =>
      run(plan(exploration)).designs.filter(({ sequence, purpose }) => {
        const changes = fromBest(sequence);
        return purpose === "EXPLORE" && changes.length === 2 && !changes.some((one) => triedNear.has(one));
      }).length;
    expect([untriedPlaces(40, 0.25), untriedPlaces(40, 0.6), untriedPlaces(40, 1)]).toEqual([0, 14, 30]);
    expect(ofPairs(0.25)).toBeLessThan(8);
    expect(ofPairs(0.6)).toBeGreaterThanOrEqual(14);
    expect(ofPairs(1)).toBeGreaterThanOrEqual(30);
  });

  it("is full, keeps the limit of redundancy and counts all of its candidates", () => {
    const asked = plan(0.6, { hitRedundancy: 2 });
    const { state, designs } = run(asked);
    expect(designs).toHaveLength(40);
    expect(new Set(designs.map(({ sequence }) => residueLetters(sequence))).size).toBe(40);
    const known = new Set(measured.map(residueLetters));
    expect(designs.filter(({ sequence }) => known.has(residueLetters(sequence)))).toEqual([]);
    for (const [rank, { sequence }] of designs.entries()) {
      const worse = designs.slice(rank + 1).filter((one) => mutationCount(sequence, one.sequence) <= 1);
      expect(worse.length).toBeLessThanOrEqual(2);
    }
    const { counts } = state;
    expect(
      counts.num_candidates_filtered + counts.num_candidates_rejected + counts.num_candidates_selected,
    ).toBe(counts.num_candidates_unique);
    const before = run(plan(0.25, { hitRedundancy: 2 })).state.counts;
    expect(counts.num_candidates_generated - before.num_candidates_generated).toBe(28);
  });

  it("is the same for the same seed", () => {
    const designs = (): string[] => run(plan(0.6)).designs.map(({ sequence }) => residueLetters(sequence));
    expect(designs()).toEqual(designs());
  });

  it("draws all that is there to learn where the campaign does not stand still, nothing was measured, or all sequences are candidates", () => {
    const few = designSpace(generator(TEMPLATE, { max: 2, start: true }));
    const far = [0, 1, 12, 13].reduce((sequence, position) => changed(sequence, position, 5), best);
    const singles = Array.from({ length: 20 }, (_, position) => changed(template, position, 5));
    for (const stated of [
      { starts: singles, exclude: singles },
      { starts: [], exclude: [] },
      // It has more mutations than a design may have.
      { starts: [far], exclude: [far] },
      // A small space, all of whose sequences are candidates.
      { space: few },
    ]) {
      const { state, designs } = run(plan(0.6, stated));
      expect(state.untried).toBeUndefined();
      expect(designs).toHaveLength(40);
      expect(designs.filter(({ purpose }) => purpose === "EXPLORE")).toHaveLength(24);
    }
  });
});
