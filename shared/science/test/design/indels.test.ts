import { Numbering } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { linearPredictor } from "../../../../test/shared/science/design/linearPredictor.ts";
import { type CandidateSpaces, candidateDensity, originOf } from "../../design/candidateSpaces.ts";
import { changeCount, changeNames, designChanges } from "../../design/designChanges.ts";
import { designRows } from "../../design/designRows.ts";
import type { AssayPredictor } from "../../design/designScorer.ts";
import { type DesignSpace, designSpace, isFeasible } from "../../design/designSpace.ts";
import { type DiversifyPlan, diversifySearch } from "../../design/diversify.ts";
import { type EngineerPlan, engineerSearch } from "../../design/engineer.ts";
import {
  type Indels,
  indelFrame,
  inFrame,
  rangeInFrame,
  withIndels,
  withoutIndels,
} from "../../design/indels/indelFrame.ts";
import { indelSpace } from "../../design/indels/indelSpace.ts";
import { measuredIndels } from "../../design/indels/measuredIndels.ts";
import { createRedundancy } from "../../design/redundancy.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const REFERENCE = residueIndices(TEMPLATE);
const { sampler } = await fitSampler({ reference: REFERENCE });
/** Y5 is deleted; G and S are inserted after R10. */
const DELETED = "MKTAIAKQRQISFVKSHFSRQ";
const INSERTED = "MKTAYIAKQRGSQISFVKSHFSRQ";
const [INSERTION, DELETION] = measuredIndels([INSERTED, INSERTED.replace("FV", "FW"), DELETED], REFERENCE);

const spaceFor = (indels: Indels | undefined, stated: Parameters<typeof generator>[1] = {}) =>
  indels ? indelSpace(generator(TEMPLATE, stated), indels, createRandom(1)) : null;

describe("measured insertions and deletions", () => {
  it("the most frequent insertions and deletions come first, without their substitutions", () => {
    expect(measuredIndels([DELETED, INSERTED, TEMPLATE, DELETED.replace("K", "R")], REFERENCE)).toEqual([
      { deleted: [4], insertions: [] },
      { deleted: [], insertions: [{ after: 10, residues: residueIndices("GS") }] },
    ]);
    expect(measuredIndels([TEMPLATE, TEMPLATE.replace("K", "R")], REFERENCE)).toEqual([]);
  });

  it("changes are named by template positions, and each inserted or deleted residue is counted", () => {
    const changes = (sequence: string) => {
      const indices = residueIndices(sequence);
      return [changeNames(REFERENCE, indices).join(";"), changeCount(REFERENCE, indices)];
    };
    expect(changes(DELETED.replace("MK", "MR"))).toEqual(["K2R;Y5del", 2]);
    expect(changes(INSERTED)).toEqual(["R10_Q11insGS", 2]);
    expect(changes(`${TEMPLATE}W`)).toEqual(["Q22_23insW", 1]);
    expect(changes(TEMPLATE)).toEqual(["", 0]);
    const gapped = new Numbering({ positions: [...TEMPLATE].map((_, at) => (at < 6 ? at + 24 : at + 29)) });
    const named = (sequence: string) => changeNames(REFERENCE, residueIndices(sequence), gapped).join(";");
    expect(named(`${TEMPLATE}W`)).toBe("Q50_51insW");
    expect(named(`W${TEMPLATE}`)).toBe("23_M24insW");
  });
});

describe("a template with insertions and deletions", () => {
  const positions = fc.uniqueArray(fc.nat(21), { maxLength: 6 });
  const inserts = fc.dictionary(
    fc.integer({ min: 0, max: 22 }).map(String),
    fc.array(fc.nat(19), { minLength: 1 }),
  );
  const frames = fc.tuple(positions, inserts).map(([deleted, inserted]) =>
    indelFrame(REFERENCE, {
      deleted: deleted.toSorted((a, b) => a - b),
      insertions: Object.entries(inserted).map(([after, residues]) => ({
        after: Number(after),
        residues: Uint8Array.from(residues),
      })),
    }),
  );

  it("a sequence keeps its substitutions when insertions and deletions are removed and restored", () => {
    fc.assert(
      fc.property(frames, fc.infiniteStream(fc.nat(19)), (frame, letters) => {
        const substituted = REFERENCE.map(() => letters.next().value as number);
        const design = withIndels(frame, substituted);
        expect(design).toHaveLength(frame.sequence.length);
        const restored = withoutIndels(frame, design);
        const isDeleted = new Set(frame.indels.deleted);
        expect(restored).toEqual(
          substituted.map((residue, at) => (isDeleted.has(at) ? REFERENCE[at]! : residue)),
        );
        expect(withIndels(frame, restored)).toEqual(design);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it("a range contains the residues derived from it, and excludes insertions at its borders", () => {
    const frame = indelFrame(REFERENCE, INSERTION!);
    expect(rangeInFrame(frame, [0, 10])).toEqual([0, 10]);
    expect(rangeInFrame(frame, [10, 12])).toEqual([12, 14]);
    expect(rangeInFrame(frame, [9, 11])).toEqual([9, 13]);
    expect(rangeInFrame(indelFrame(REFERENCE, DELETION!), [4, 5])).toBeNull();
  });

  it("the density equals the substitutions' density, reduced by an average substitution per inserted or deleted residue", () => {
    const framed = inFrame(sampler, indelFrame(REFERENCE, DELETION!));
    const design = residueIndices(DELETED.replace("KS", "RS"));
    const scores = sampler.substitutionScores(REFERENCE).data.subarray(80, 100);
    const mean = scores.reduce((sum, score) => sum + score, 0) / 19;
    const substituted = sampler.logDensity(residueIndices(TEMPLATE.replace("KS", "RS")));
    expect(framed.logDensity(design)).toBeCloseTo(substituted + mean, 10);
    expect(mean).toBeLessThan(0);
    const gains = framed.substitutionScores(design);
    expect(gains.rows).toBe(21);
    const changed = design.slice();
    changed[20] = 3;
    expect(gains.data[20 * 20 + 3]).toBeCloseTo(framed.logDensity(changed) - framed.logDensity(design), 10);
  });
});

describe("the design space of an insertion or deletion", () => {
  it("sequences contain the insertion or deletion as measured, plus the remaining allowed mutations", () => {
    const space = spaceFor(INSERTION, { max: 3 })!;
    expect([space.minMutations, space.maxMutations]).toEqual([0, 1]);
    const feasible = (sequence: string) => isFeasible(space, residueIndices(sequence));
    expect(feasible(INSERTED)).toBe(true);
    expect(feasible(INSERTED.replace("MK", "MR"))).toBe(true);
    expect(feasible(INSERTED.replace("GS", "AS"))).toBe(false);
    expect(feasible(INSERTED.replace("MK", "MR").replace("FV", "FW"))).toBe(false);
    expect(spaceFor(INSERTION, { max: 1 })).toBeNull();
  });

  it("a requirement applies to the positions that it specifies", () => {
    const keep = (from: number, to: number) => ({
      requirements: [
        {
          operator: "all" as const,
          motifs: [TEMPLATE.slice(from, to)],
          ranges: [[from, to]] as [number, number][],
        },
      ],
    });
    expect(spaceFor(DELETION, keep(4, 5))).toBeNull();
    expect(spaceFor(DELETION, keep(2, 8))).toBeNull();
    const kept = spaceFor(DELETION, keep(10, 14))!;
    expect(isFeasible(kept, residueIndices(DELETED))).toBe(true);
    expect(isFeasible(kept, residueIndices(DELETED.replace("QIS", "QAS")))).toBe(false);
    const without = { operator: "none" as const, motifs: ["Y"], ranges: [[4, 5]] as [number, number][] };
    expect(spaceFor(DELETION, { requirements: [without] })).not.toBeNull();
  });

  it("a start methionine remains at the start", () => {
    const [shifted] = measuredIndels([TEMPLATE.slice(1)], REFERENCE);
    expect(spaceFor(shifted)).toBeNull();
    expect(spaceFor(shifted, { start: true })).not.toBeNull();
  });

  it("discouraged positions move with their residues", () => {
    const space = spaceFor(DELETION, { discouraged: [[10, 12]] })!;
    expect([...space.discouraged.keys()].filter((at) => space.discouraged[at] === 1)).toEqual([9, 10]);
  });
});

describe("designs with insertions and deletions", () => {
  const random = createRandom("library");
  const library = Array.from({ length: 300 }, () =>
    Uint8Array.from({ length: 22 }, () => random.integer(20)),
  );
  const values = library.map((design) => design.filter((residue) => residue === 18).length);
  const linear = linearPredictor("activity", library, values);

  /** Predicts the same effects of substitutions for all lengths; shorter sequences are better by 3. */
  function predictorOf(spaces: readonly DesignSpace[]): AssayPredictor {
    const restored = (sequence: Uint8Array): Uint8Array => {
      const space = spaces.find((space) => isFeasible({ ...space, maxMutations: 22 }, sequence));
      return space?.indels ? withoutIndels(space.indels, sequence) : sequence;
    };
    const bonus = (sequence: Uint8Array): number => (sequence.length < 22 ? 3 : 0);
    return {
      ...linear,
      predict(sequences) {
        const { transformedMean, transformedSd } = linear.predict(sequences.map(restored));
        const mean = transformedMean.map((value, at) => value + bonus(sequences[at]!));
        return { mean, sd: transformedSd, transformedMean: mean, transformedSd };
      },
      samplePosterior(sequences, count, draws) {
        const drawn = linear.samplePosterior(sequences.map(restored), count, draws);
        const data = drawn.data.map((value, at) => value + bonus(sequences[at % drawn.columns]!));
        return { ...drawn, data };
      },
    };
  }

  const base: DesignSpace = { ...designSpace(generator(TEMPLATE, { max: 4 })), parent: REFERENCE };
  const spaces = [base, spaceFor(INSERTION, { max: 4 })!, spaceFor(DELETION, { max: 4 })!];
  const candidates: CandidateSpaces = { spaces, listed: [] };
  const predictor = predictorOf(spaces);
  const goal = { predictor, sign: 1 as const, level: 0 };

  function engineered(more: Partial<EngineerPlan>): Uint8Array[] {
    const plan: EngineerPlan = {
      space: base,
      sampler,
      objective: goal,
      constraints: [],
      filters: [],
      wanted: 24,
      hitRedundancy: 10,
      fillUp: false,
      seed: 1,
      rounds: 6,
      population: 300,
      ...more,
    };
    let state = engineerSearch.start(plan);
    while (!state.done) state = engineerSearch.round(plan, state);
    return engineerSearch.select(plan, state).map(({ sequence }) => sequence);
  }

  it("engineer combines a good deletion with good substitutions, and only if allowed", () => {
    const designs = engineered({ candidates });
    const shorter = designs.filter(({ length }) => length === 21);
    expect(shorter.length).toBeGreaterThan(16);
    const counts = shorter.map((design) => design.filter((residue) => residue === 18).length);
    expect(Math.max(...counts)).toBe(3);
    for (const design of designs) expect(spaces.some((space) => isFeasible(space, design))).toBe(true);
    expect(engineered({}).every(({ length }) => length === 22)).toBe(true);
  });

  it("rows list a design's changes relative to the template", () => {
    const sequence = residueIndices(DELETED.replace("MK", "MW"));
    const [row] = designRows([{ sequence, constraintProbability: null, passes: true }], {
      space: base,
      candidates,
      sampler,
      scorer: new Map([["activity", predictor]]),
      origin: (design) => originOf(candidates, design),
    });
    expect(row).toMatchObject({ mutations: "K2W;Y5del", num_mutations: 2, parent: TEMPLATE });
    expect(row?.log_likelihood).toBeCloseTo(candidateDensity(candidates, sampler)(sequence), 10);
  });

  it("a candidate that takes too long to align is given the insertions and deletions of its space", () => {
    // An alignment finds one fewer changed residue.
    const described = (middle: string) => {
      const template = `MKTAYIAKQRQISF${middle}VKSHFSRQLEERW`;
      const reference = residueIndices(template);
      const deleted = [4, template.length - 6, template.length - 5];
      const space = indelSpace(
        generator(template, { max: 8 }),
        { deleted, insertions: [] },
        createRandom(1),
      )!;
      const sequence = space.template.slice();
      sequence[3] = residueIndices("Y")[0]!;
      const spaces: CandidateSpaces = { spaces: [space], listed: [] };
      return designChanges(reference, sequence, undefined, spaces).map(({ name }) => name);
    };
    expect(described("")).toEqual(["A4del", "Q22del", "L23del"]);
    const random = createRandom("middle");
    const middle = residueLetters(Uint8Array.from({ length: 200 }, () => random.integer(20)));
    expect(described(middle)).toEqual(["A4Y", "Y5del", "Q222del", "L223del"]);
  });

  it("diversify proposes designs with insertions and deletions if they pass the filters", () => {
    const plan: DiversifyPlan = {
      space: base,
      candidates,
      sampler,
      ranker: sampler,
      reference: REFERENCE,
      filters: [{ predictor, sign: 1, level: 3 }],
      wanted: 12,
      hitRedundancy: 10,
      seed: 1,
      rounds: 8,
    };
    let state = diversifySearch.start(plan);
    while (!state.done) state = diversifySearch.round(plan, state);
    const designs = diversifySearch.select(plan, state).map(({ sequence }) => residueLetters(sequence));
    expect(designs).toHaveLength(12);
    expect(designs.filter(({ length }) => length === 21).length).toBeGreaterThan(6);
  });
});

it("designs of different lengths do not count as similar", () => {
  const redundancy = createRedundancy(0, residueIndices("AAAA"));
  const offered = ["AAA", "AAAA", "AAAC", "CAA", "CCA", "AAAAA", "AAAAC", "AACCA"];
  const admitted = offered.filter((text, at) => redundancy.admit(residueIndices(text), -at));
  expect(admitted).toEqual(["AAA", "AAAA", "CCA", "AAAAA", "AACCA"]);
});
