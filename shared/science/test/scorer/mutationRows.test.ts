import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMatrix } from "../../linearAlgebra/matrix.ts";
import { mutationRows, RESIDUE_KINDS, sumOverPairs, sumWithinRows } from "../../scorer/mutationRows.ts";

const LENGTH = 5;
const sequence = fc.uint8Array({ min: 0, max: RESIDUE_KINDS - 1, minLength: LENGTH, maxLength: LENGTH });
const reference = Uint8Array.of(0, 1, 2, 3, 4);

describe("sequences as mutations of a reference", () => {
  it("sequences are reconstructed from mutations", () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 8 }), (sequences) => {
        const rows = mutationRows(sequences, reference);
        for (const [row, expected] of sequences.entries()) {
          const copy = reference.slice();
          for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at += 1) {
            const mutation = rows.mutations[at]!;
            copy[rows.sites[mutation]!] = rows.residues[mutation]!;
          }
          expect(copy).toEqual(expected);
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("a kernel is summed over all pairs of mutations", () => {
    const several = fc.array(sequence, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(several, several, (first, second) => {
        const [a, b] = [mutationRows(first, reference), mutationRows(second, reference)];
        const value = (i: number, j: number): number => a.residues[i]! * 3 + b.sites[j]! + 1;
        const kernel = createMatrix(a.sites.length, b.sites.length);
        for (let i = 0; i < kernel.rows; i += 1) {
          for (let j = 0; j < kernel.columns; j += 1) kernel.data[i * kernel.columns + j] = value(i, j);
        }
        const sums = sumOverPairs(a, b, kernel);
        for (const [i, x] of first.entries()) {
          for (const [j, y] of second.entries()) {
            let expected = 0;
            for (let p = 0; p < LENGTH; p += 1) {
              if (x[p] === reference[p]) continue;
              for (let q = 0; q < LENGTH; q += 1) if (y[q] !== reference[q]) expected += x[p]! * 3 + q + 1;
            }
            expect(sums.data[i * sums.columns + j]).toBe(expected);
          }
        }
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("a symmetric kernel within a set equals the kernel between the set and its copy", () => {
    fc.assert(
      fc.property(fc.array(sequence, { minLength: 1, maxLength: 6 }), (sequences) => {
        const rows = mutationRows(sequences, reference);
        const value = (i: number, j: number): number => rows.sites[i]! * rows.sites[j]! + 1;
        const kernel = createMatrix(rows.sites.length, rows.sites.length);
        for (let i = 0; i < kernel.rows; i += 1) {
          for (let j = 0; j < kernel.columns; j += 1) kernel.data[i * kernel.columns + j] = value(i, j);
        }
        const all = sumOverPairs(rows, rows, kernel);
        const within = sumWithinRows(rows, value);
        expect([...within]).toEqual(sequences.map((_, row) => all.data[row * all.columns + row]));
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});
