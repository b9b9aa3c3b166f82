import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gappedIdentity, sequenceIdentity } from "../../proteins/sequenceIdentity.ts";
import { unlikeSequences } from "../../proteins/unlikeSequences.ts";

const REFERENCE = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV";
const substituted = (at: number) => `${REFERENCE.slice(0, at)}W${REFERENCE.slice(at + 1)}`;
const library = Array.from({ length: 20 }, (_, at) => substituted(at + 1));
const reversed = [...REFERENCE].reverse().join("");
const residue = fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWY");
const sequence = fc.array(residue, { maxLength: 40 }).map((letters) => letters.join(""));

describe("outlier sequences", () => {
  test("summary rows are outliers, and so is a different protein among variants of one protein", () => {
    const unlike = unlikeSequences([...library, "MEAN", null, reversed, REFERENCE.repeat(3)], REFERENCE);
    expect(unlike.map(({ row, reason }) => [row, reason])).toEqual([
      [20, "SHORT"],
      [22, "OTHER"],
      [23, "LONG"],
    ]);
    expect(unlike[1]?.identity).toBeLessThan(0.5);
  });

  test("without a reference, outlier sequences are identified from the most common residues", () => {
    expect(unlikeSequences([...library, reversed]).map(({ row }) => row)).toEqual([20]);
  });

  test("truncated variants and variants with several deletions or half the length are not outliers", () => {
    const variants = [
      REFERENCE.slice(5, -5),
      `${REFERENCE.slice(2, 10)}${REFERENCE.slice(13, 22)}${REFERENCE.slice(25)}`,
      REFERENCE.slice(REFERENCE.length / 2),
      `${REFERENCE}${REFERENCE}`,
    ];
    expect(unlikeSequences([...library, ...variants], REFERENCE)).toEqual([]);
  });

  test("sets of different proteins or of fewer than three sequences have no outliers", () => {
    const proteins = ["ACDEFGHIKL", "MNPQRSTVWY", "LKIHGFEDCA", "YWVTSRQPNM"];
    expect(unlikeSequences(proteins, proteins[0] ?? "")).toEqual([]);
    expect(unlikeSequences([REFERENCE, "MEAN"], REFERENCE)).toEqual([]);
    expect(unlikeSequences([], REFERENCE)).toEqual([]);
  });

  test("the result does not depend on the row order, and never includes the majority", () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 30 }), sequence, (sequences, reference) => {
        const unlike = unlikeSequences(sequences, reference).map(({ sequence }) => sequence);
        const turned = unlikeSequences(sequences.toReversed(), reference).map(({ sequence }) => sequence);
        expect(turned.toReversed()).toEqual(unlike);
        expect(sequences.length < 3 || unlike.length < sequences.length).toBe(true);
      }),
    );
  });
});

describe("the identity of two sequences", () => {
  /** Length of the longest common subsequence, computed with the textbook table. */
  const common = (first: string, second: string): number => {
    let row = new Array<number>(second.length + 1).fill(0);
    for (const letter of first) {
      const next = [0];
      for (const [at, otherLetter] of [...second].entries()) {
        next.push(letter === otherLetter ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
      }
      row = next;
    }
    return row.at(-1) ?? 0;
  };

  test("identity with gaps is the longest common subsequence", () => {
    fc.assert(
      fc.property(sequence, sequence, (first, second) => {
        const length = Math.max(first.length, second.length);
        expect(gappedIdentity(first, second)).toBe(length === 0 ? 1 : common(first, second) / length);
      }),
    );
  });

  test("identity with one gap uses the best gap position, and never exceeds identity with any number of gaps", () => {
    fc.assert(
      fc.property(sequence, sequence, (first, second) => {
        const [long, short] = first.length >= second.length ? [first, second] : [second, first];
        const gap = long.length - short.length;
        const places = Array.from({ length: short.length + 1 }, (_, at) => {
          const cut = long.slice(0, at) + long.slice(at + gap);
          return [...short].filter((letter, index) => letter === cut[index]).length;
        });
        const best = long.length === 0 ? 1 : Math.max(...places) / long.length;
        expect(sequenceIdentity(first, second)).toBe(best);
        expect(sequenceIdentity(second, first)).toBe(best);
        expect(best).toBeLessThanOrEqual(gappedIdentity(first, second));
      }),
    );
  });
});
