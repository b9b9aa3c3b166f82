import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { designSpace, isFeasible } from "../../design/designSpace.ts";
import { hasForbidden } from "../../design/motifs/forbiddenMotifs.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const feasible = (space: ReturnType<typeof designSpace>, sequence: string): boolean =>
  isFeasible(space, residueIndices(sequence));

describe("a design", () => {
  it("a design has 1 to 8 mutations by default", () => {
    const space = designSpace(generator("AAAAAAAAAAAA"));
    expect(feasible(space, "AAAAAAAAAAAA")).toBe(false);
    expect(feasible(space, "AAAAAAAAAAAC")).toBe(true);
    expect(feasible(space, "CCCCCCCCAAAA")).toBe(true);
    expect(feasible(space, "CCCCCCCCCAAA")).toBe(false);
  });

  it("fixed positions keep the template's residues, and discouraged ones may mutate", () => {
    const space = designSpace(generator("ACDE", { discouraged: [[0, 1]] }), [[1, 3]]);
    expect([...space.free]).toEqual([0, 3]);
    expect(feasible(space, "WCDW")).toBe(true);
    expect(feasible(space, "AWDE")).toBe(false);
    expect([...space.discouraged]).toEqual([1, 0, 0, 0]);
  });

  it("a start methionine is kept unless its mutation is allowed", () => {
    expect(feasible(designSpace(generator("MCDE")), "ACDE")).toBe(false);
    expect(feasible(designSpace(generator("MCDE", { start: true })), "ACDE")).toBe(true);
    expect(feasible(designSpace(generator("CMDE")), "AADE")).toBe(true);
  });

  it("a design has the template's length and only known residues", () => {
    const space = designSpace(generator("ACDE"));
    expect(feasible(space, "WCD")).toBe(false);
    expect(feasible(space, "XCDE")).toBe(false);
    expect(feasible(space, "-CDE")).toBe(false);
  });

  it("a forbidden motif must not lie completely within a range", () => {
    const requirements = [
      {
        operator: "none" as const,
        motifs: ["WW"],
        ranges: [
          [0, 3],
          [3, 6],
        ] as [number, number][],
      },
    ];
    const space = designSpace(generator("AAAAAA", { requirements }));
    expect(feasible(space, "AWWAAA")).toBe(false);
    expect(feasible(space, "AAWWAA")).toBe(true);
    expect(feasible(space, "AAAAWW")).toBe(false);
  });

  it("either one or all of the required motifs are present", () => {
    const motifs = ["CC", "WW"];
    const any = designSpace(
      generator("AAAAAA", { requirements: [{ operator: "any", motifs, ranges: [[2, 6]] }] }),
    );
    expect(feasible(any, "AAAAAW")).toBe(false);
    expect(feasible(any, "CCAAAA")).toBe(false);
    expect(feasible(any, "AAWWAA")).toBe(true);
    const all = designSpace(generator("AAAAAA", { requirements: [{ operator: "all", motifs }] }));
    expect(feasible(all, "AAWWAA")).toBe(false);
    expect(feasible(all, "CCWWAA")).toBe(true);
  });

  it("a design may be described by its chain's alias", () => {
    const space = designSpace(generator("ACDE", { alias: "heavy", discouraged: [[0, 2]] }));
    expect([...space.discouraged]).toEqual([1, 1, 0, 0]);
  });
});

describe("forbidden motifs", () => {
  const letters = (maxLength: number) =>
    fc
      .array(fc.constantFrom(..."ACD"), { minLength: 1, maxLength: maxLength })
      .map((letters) => letters.join(""));

  it("forbidden motifs are found exactly where they occur", () => {
    const range = fc
      .tuple(fc.nat(12), fc.integer({ min: 1, max: 12 }))
      .map(([from, size]): [number, number] => [Math.min(from, 11), Math.min(12, Math.min(from, 11) + size)]);
    const requirement = fc.record({
      operator: fc.constant("none" as const),
      motifs: fc.array(letters(4), { minLength: 1, maxLength: 5 }),
      ranges: fc.array(range, { minLength: 1, maxLength: 3 }),
    });
    const sequence = fc
      .array(fc.constantFrom(..."ACD"), { minLength: 12, maxLength: 12 })
      .map((letters) => letters.join(""));
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 3 }), sequence, (requirements, text) => {
        const { forbidden } = designSpace(generator("AAAAAAAAAAAA", { requirements }));
        const expected = requirements.some(({ motifs, ranges }) =>
          ranges.some(([from, to]) => motifs.some((motif) => text.slice(from, to).includes(motif))),
        );
        expect(hasForbidden(forbidden, residueIndices(text), 0, text.length)).toBe(expected);
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
