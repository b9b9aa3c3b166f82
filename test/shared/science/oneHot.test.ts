import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrixRow } from "#shared/science/linearAlgebra/matrix.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { oneHot, oneHotLayout, variableSites } from "#shared/science/sequences/oneHot.ts";

const indices = (...sequences: string[]): Uint8Array[] => sequences.map(residueIndices);

describe("the columns", () => {
  it("are the residues seen at sites that vary", () => {
    const layout = oneHotLayout(indices("ACD", "AWD", "ACE"));
    expect([...layout.sites]).toEqual([1, 1, 2, 2]);
    expect([...layout.residues]).toEqual([...residueIndices("CWDE")]);
  });

  it("may be all residues of all sites", () => {
    const layout = oneHotLayout(indices("ACD", "AWD"), { variableOnly: false, seenOnly: false });
    expect(layout.sites).toHaveLength(60);
    expect(layout.columnOf).toEqual(Int32Array.from({ length: 60 }, (_, at) => at));
  });

  it("do not exist where nothing varies", () => {
    expect(oneHot(indices("ACD", "ACD"), oneHotLayout(indices("ACD", "ACD"))).columns).toBe(0);
    expect(oneHotLayout([]).sites).toHaveLength(0);
  });

  it("leave out gaps and unknown residues", () => {
    const layout = oneHotLayout(indices("A-X", "AW-"));
    expect([...layout.residues]).toEqual([...residueIndices("W")]);
  });
});

describe("the encoding", () => {
  const sequences = fc
    .integer({ min: 1, max: 12 })
    .chain((length) =>
      fc.array(fc.array(fc.constantFrom(..."ACDY-X"), { minLength: length, maxLength: length }), {
        minLength: 1,
      }),
    )
    .map((rows) => indices(...rows.map((row) => row.join(""))));

  it("has a one for each known residue, in its own column", () => {
    fc.assert(
      fc.property(sequences, (rows) => {
        const layout = oneHotLayout(rows, { variableOnly: false });
        const matrix = oneHot(rows, layout);
        rows.forEach((sequence, row) => {
          const columns = [...matrixRow(matrix, row).entries()].filter(([, value]) => value === 1);
          const read = columns.map(([column]) => [layout.sites[column], layout.residues[column]]);
          expect(read).toEqual([...sequence.entries()].filter(([, residue]) => residue < 20));
        });
        expect(matrix.data.every((value) => value === 0 || value === 1)).toBe(true);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it("tells sequences apart by their variable sites alone", () => {
    fc.assert(
      fc.property(sequences, (rows) => {
        const matrix = oneHot(rows, oneHotLayout(rows));
        const sites = variableSites(rows);
        const encoded = new Set(rows.map((_, row) => matrixRow(matrix, row).join()));
        const known = rows.map((row) => [...sites].map((site) => Math.min(row[site]!, 20)).join());
        expect(encoded.size).toBe(new Set(known).size);
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  it("takes a residue that the layout does not know as zeros", () => {
    const layout = oneHotLayout(indices("AC", "AD"));
    expect([...oneHot(indices("WW"), layout).data]).toEqual([0, 0]);
  });

  it("refuses sequences of another length", () => {
    const layout = oneHotLayout(indices("AC", "AD"));
    expect(() => oneHot(indices("AC", "ACD"), layout)).toThrow(
      "Sequence 1 has 3 positions, not 2: align it first.",
    );
    expect(() => oneHotLayout(indices("AC", "A"))).toThrow(RangeError);
  });
});
