import { isMotif, isPattern } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generator } from "../../../../test/shared/science/design/generators.ts";
import { cheapestDesign } from "../../design/cheapestDesign.ts";
import { designSpace, isFeasible, mutationCount } from "../../design/designSpace.ts";
import { enumerateDesigns } from "../../design/enumerateDesigns.ts";
import { compilePattern } from "../../design/motifs/motifPatterns.ts";
import { meetsPatterns } from "../../design/motifs/placedPatterns.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const PATTERNS = ["A[^C]D", "C{2,}", "A.D|DD", "(?:AC)+D", "A?CA", "[ACD]A{1,2}C", "D.*A", "AC"];
const RANGES: [number, number][][] = [
  [[0, 6]],
  [[1, 4]],
  [
    [0, 3],
    [3, 6],
  ],
  [
    [0, 2],
    [3, 6],
  ],
];
const operator = fc.constantFrom("none" as const, "any" as const, "all" as const);
const requirement = fc.record({
  operator,
  motifs: fc.array(fc.constantFrom(...PATTERNS), { minLength: 1, maxLength: 2 }),
  ranges: fc.constantFrom(...RANGES),
});
const text = fc
  .array(fc.constantFrom(..."ACD"), { minLength: 6, maxLength: 6 })
  .map((letters) => letters.join(""));

interface Requirement {
  operator: "none" | "any" | "all";
  motifs: string[];
  ranges: [number, number][];
}

function meets(sequence: string, { operator, motifs, ranges }: Requirement): boolean {
  const occurs = (motif: string) =>
    ranges.some(([from, to]) => new RegExp(motif).test(sequence.slice(from, to)));
  if (operator === "none") return !motifs.some(occurs);
  return operator === "any" ? motifs.some(occurs) : motifs.every(occurs);
}

describe("motifs that are regular expressions", () => {
  it("a motif is found exactly where it occurs within a range", () => {
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 3 }), text, (requirements, sequence) => {
        const space = designSpace(generator("AAAAAA", { requirements, min: 0, max: 6 }));
        const expected = requirements.every((requirement) => meets(sequence, requirement));
        expect(isFeasible(space, residueIndices(sequence))).toBe(expected);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("a motif is satisfied with the minimum number of changes", () => {
    fc.assert(
      fc.property(requirement, text, text, (requirement, template, target) => {
        const motifs = requirement.motifs.filter(isPattern);
        fc.pre(motifs.length > 0);
        const stated = {
          requirements: [{ ...requirement, motifs }],
          discouraged: [[2, 4]] as [number, number][],
        };
        const space = designSpace(generator(template, { ...stated, min: 0, max: 2 }));
        const pins = new Int8Array(6).fill(-1);
        const wanted = residueIndices(target);
        const { design } = cheapestDesign(space, wanted, pins, createRandom(1));
        const distances = enumerateDesigns(space).map((design) => mutationCount(wanted, design));
        if (design === null) expect(distances).toEqual([]);
        else {
          expect(meetsPatterns(space.patterns, design)).toBe(true);
          expect(mutationCount(wanted, design)).toBe(Math.min(...distances));
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it("motifs that are too long, empty or invalid are refused with a message", () => {
    for (const source of ["N.{0,30}S", ".{0,999}", "((A{50}){50}){50}"]) {
      expect(() => compilePattern(source)).toThrow(/needs more than 256 states/);
    }
    expect(() => compilePattern("A*")).toThrow(/require at least one/);
    for (const source of ["A{3,1}", "A**", "+A"]) {
      expect(() => compilePattern(source)).toThrow(/is not a regular expression of residues: /);
    }
  });

  it("any text either compiles or is refused as a user error", () => {
    const parts = fc.constantFrom(
      "A",
      "C",
      ".",
      "|",
      "(",
      ")",
      "*",
      "+",
      "?",
      "[^P]",
      "{2}",
      "{1,9}",
      "(?:",
      "{99,}",
    );
    const motif = fc.array(parts, { minLength: 1, maxLength: 12 }).map((list) => list.join(""));
    fc.assert(
      fc.property(motif, (source) => {
        if (!isMotif(source)) return;
        try {
          expect(compilePattern(source).nodes).toBeLessThan(258);
        } catch (error) {
          expect((error as Error).name).toBe("DataProblem");
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});
