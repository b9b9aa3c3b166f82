import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { designKey } from "../../design/designKey.ts";
import { designSpace, isFeasible, mutationCount } from "../../design/designSpace.ts";
import { enumerateDesigns, spaceSize } from "../../design/enumerateDesigns.ts";
import { likelyMoves } from "../../design/likelyMoves.ts";
import { mutateDesign } from "../../design/mutateDesign.ts";
import { nearestDesign } from "../../design/nearestDesign.ts";
import { startingDesigns } from "../../design/startingDesigns.ts";
import { fitSampler } from "../../sampler/fitSampler.ts";
import { residueIndices, residueLetters } from "../../sequences/aminoAcids.ts";

const TEMPLATE = "MKTAYIAKQRQISFVKSHFSRQ";
const { sampler } = await fitSampler({ reference: residueIndices(TEMPLATE) });
const proposal = { sampler, temperature: 1.5, evenShare: 0.2 };

const constrained = fc
  .record({
    min: fc.nat(3),
    more: fc.nat(4),
    forbidden: fc.array(fc.constantFrom("KT", "A", "QI", "SF", "WW", "HFS"), { maxLength: 3 }),
    required: fc.array(fc.constantFrom("GG", "C", "AKQ"), { maxLength: 1 }),
    fixed: fc.constantFrom<[number, number][]>(
      [],
      [[0, 3]],
      [
        [10, 14],
        [20, 22],
      ],
    ),
  })
  .map(({ min, more, forbidden, required, fixed }) =>
    designSpace(
      generator(TEMPLATE, {
        min,
        max: Math.max(min + more, 6),
        requirements: [
          ...forbidden.map((motif) => ({ operator: "none" as const, motifs: [motif] })),
          ...required.map((motif) => ({ operator: "any" as const, motifs: [motif, "VK"] })),
        ],
        discouraged: [[4, 9]],
      }),
      fixed,
    ),
  );

describe("starting designs and moves", () => {
  it("moves respect every hard constraint", () => {
    fc.assert(
      fc.property(constrained, fc.integer(), (space, seed) => {
        const random = createRandom(seed);
        fc.pre(nearestDesign(space, space.template, random).design !== null);
        for (const start of startingDesigns(space, 10, proposal, random)) {
          expect(isFeasible(space, start)).toBe(true);
          const moved = [
            mutateDesign(space, start, proposal, random),
            ...likelyMoves(space, sampler, start, 5, random),
          ];
          for (const design of moved) {
            if (design === null) continue;
            expect(isFeasible(space, design)).toBe(true);
            expect(mutationCount(start, design)).toBeGreaterThan(0);
          }
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("designs are distinct and cover the allowed numbers of mutations", () => {
    const space = designSpace(generator(TEMPLATE, { min: 2, max: 5 }));
    const designs = startingDesigns(space, 200, proposal, createRandom(1));
    expect(new Set(designs.map(designKey)).size).toBe(200);
    const counts = new Set(designs.map((design) => mutationCount(space.template, design)));
    expect([...counts].sort()).toEqual([2, 3, 4, 5]);
  });

  it("designs are reached even if each single substitution is forbidden", () => {
    // Only equal residues may be adjacent, and only two positions may mutate.
    const letters = [..."ACDEFGHIKLMNPQRSTVWY"];
    const motifs = letters.flatMap((letter) =>
      letters.filter((other) => other !== letter).map((other) => letter + other),
    );
    const template = `${TEMPLATE.slice(0, 5)}AA${TEMPLATE.slice(7)}`;
    const space = designSpace(
      generator(template, {
        requirements: [{ operator: "none", motifs, ranges: [[5, 7]] }],
      }),
      [
        [0, 5],
        [7, 22],
      ],
    );
    const random = createRandom(1);
    const [start = space.template] = startingDesigns(space, 1, proposal, random);
    const reached = new Set<string>();
    for (let move = 0; move < 400; move += 1) {
      const design = mutateDesign(space, start, proposal, random);
      if (design !== null) reached.add(designKey(design));
    }
    expect(reached.size).toBe(18);
  });

  it("moves prefer a higher density", () => {
    const space = designSpace(generator(TEMPLATE));
    const moves = likelyMoves(space, sampler, space.template, 40, createRandom(3));
    const mean = (designs: Uint8Array[]): number =>
      designs.reduce((sum, design) => sum + sampler.logDensity(design), 0) / designs.length;
    const singles = enumerateDesigns({ ...space, maxMutations: 1 });
    expect(mean(moves)).toBeGreaterThan(mean(singles));
  });
});

describe("the enumeration of a space", () => {
  it("each design is enumerated once, and without requirements their number is the computed size", () => {
    const space = designSpace(generator("ACDEF", { min: 1, max: 2 }), [[0, 2]]);
    const designs = enumerateDesigns(space);
    expect(spaceSize(space)).toBe(3 * 19 + 3 * 19 * 19);
    expect(designs).toHaveLength(spaceSize(space));
    expect(new Set(designs.map(designKey)).size).toBe(designs.length);
  });

  it("designs that a requirement forbids are not enumerated", () => {
    const requirements = [{ operator: "none" as const, motifs: ["W"] }];
    const space = designSpace(generator("AC", { requirements, max: 2 }));
    const designs = enumerateDesigns(space);
    expect(designs).toHaveLength(19 * 19 - 1);
    expect(designs.some((design) => residueLetters(design).includes("W"))).toBe(false);
  });
});
