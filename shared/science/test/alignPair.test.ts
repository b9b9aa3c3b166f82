import { AMINO_ACIDS } from "@pdp/basics/proteins";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignPair } from "../sequences/alignPair.ts";
import { GAP, residueIndices, residueLetters } from "../sequences/aminoAcids.ts";
import { BLOSUM62 } from "../sequences/blosum62.ts";

// Human hemoglobin, UniProt P69905 and P68871.
const ALPHA =
  "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHCLLVTLAAHLPAEFTPAVHASLDKFLASVSTVLTSKYR";
const BETA =
  "MVHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLSTPDAVMGNPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLHVDPENFRLLGNVLVCVLAHHFGKEFTPPVQAAYQKVVAGVANALAHKYH";
const GB1 = "MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE";

function align(
  first: string,
  second: string,
  options = {},
): { first: string; second: string; score: number } {
  const aligned = alignPair(residueIndices(first), residueIndices(second), options);
  return {
    first: residueLetters(aligned.first),
    second: residueLetters(aligned.second),
    score: aligned.score,
  };
}

/** Score of given rows of equal length, computed from the definition. */
function scoreOf(first: readonly number[], second: readonly number[], open = 11, extend = 1): number {
  let score = 0;
  first.forEach((residue, column) => {
    const other = second[column]!;
    if (residue !== GAP && other !== GAP) score += BLOSUM62[residue * 20 + other]!;
    else {
      const gapped = residue === GAP ? first : second;
      score -= extend + (gapped[column - 1] === GAP ? 0 : open);
    }
  });
  return score;
}

/** All alignments of two short sequences. */
function* allAlignments(first: number[], second: number[]): Generator<[number[], number[]]> {
  if (first.length === 0 && second.length === 0) yield [[], []];
  const [a, ...restA] = first;
  const [b, ...restB] = second;
  if (a !== undefined && b !== undefined) {
    for (const [top, bottom] of allAlignments(restA, restB))
      yield [
        [a, ...top],
        [b, ...bottom],
      ];
  }
  if (a !== undefined) {
    for (const [top, bottom] of allAlignments(restA, second))
      yield [
        [a, ...top],
        [GAP, ...bottom],
      ];
  }
  if (b !== undefined) {
    for (const [top, bottom] of allAlignments(first, restB))
      yield [
        [GAP, ...top],
        [b, ...bottom],
      ];
  }
}

const protein = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...AMINO_ACIDS), { maxLength }).map((letters) => letters.join(""));

describe("known alignments", () => {
  // Scores from Biopython 1.88: PairwiseAligner, global, BLOSUM62, open_gap_score −12, extend_gap_score −1.
  it.each([
    [ALPHA, BETA, 282],
    [GB1, ALPHA, -96],
    [GB1, GB1.slice(0, 20) + GB1.slice(25), 253],
    ["ACDEF", "ACDEFW", 18],
  ])("the alignment of %s and %s has the same score as in another implementation", (first, second, score) => {
    expect(align(first, second).score).toBe(score);
    expect(align(second, first).score).toBe(score);
  });

  it("an alignment shows missing residues", () => {
    const shortened = GB1.slice(0, 20) + GB1.slice(25);
    expect(align(GB1, shortened)).toMatchObject({
      first: GB1,
      second: `${GB1.slice(0, 20)}-----${GB1.slice(25)}`,
    });
  });

  it("an alignment may have unpenalized end gaps", () => {
    const free = { chargeEnds: false };
    expect(align(ALPHA, BETA, free).score).toBe(283);
    expect(align(BETA.slice(10, 60), BETA, free)).toMatchObject({
      first: "-".repeat(10) + BETA.slice(10, 60) + "-".repeat(BETA.length - 60),
      score: 266,
    });
  });
});

describe("the best alignment", () => {
  it("the best alignment has the score given by the definition, keeps the sequences, and is optimal", () => {
    const costs = fc.record({
      gapOpen: fc.integer({ min: 0, max: 6 }),
      gapExtend: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(protein(4), protein(4), costs, (first, second, { gapOpen, gapExtend }) => {
        const [a, b] = [residueIndices(first), residueIndices(second)];
        const best = alignPair(a, b, { gapOpen, gapExtend });
        const [top, bottom] = [[...best.first], [...best.second]];
        expect(top.filter((residue) => residue !== GAP)).toEqual([...a]);
        expect(bottom.filter((residue) => residue !== GAP)).toEqual([...b]);
        expect(top.some((residue, column) => residue === GAP && bottom[column] === GAP)).toBe(false);
        expect(scoreOf(top, bottom, gapOpen, gapExtend)).toBe(best.score);
        for (const [x, y] of allAlignments([...a], [...b])) {
          expect(scoreOf(x, y, gapOpen, gapExtend)).toBeLessThanOrEqual(best.score);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("a long alignment has the score given by the definition", () => {
    fc.assert(
      fc.property(protein(120), protein(120), (first, second) => {
        const best = alignPair(residueIndices(first), residueIndices(second));
        expect(scoreOf([...best.first], [...best.second])).toBe(best.score);
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  it("unknown residues get a small negative score", () => {
    expect(align("ACXEF", "ACDEF").score).toBe(4 + 9 - 1 + 5 + 6);
  });
});
