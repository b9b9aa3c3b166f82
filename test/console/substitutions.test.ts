import { consensusOf, Numbering, numberingFrom, readMutations } from "@pdp/basics/proteins";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isMostlySingle,
  type MeasuredVariant,
  measuredPositions,
  RESIDUES,
  substitutionsOf,
} from "#console/pages/table/heatmap/substitutions.ts";
import { writeHgvs } from "#test/support/writeHgvs.ts";

const REFERENCE = "MKVLA";
const variant = (sequence: string, value: number, mutations: string | null = null): MeasuredVariant => ({
  sequence,
  value,
  mutations,
});
const cellOf = (shown: ReturnType<typeof substitutionsOf>, position: number, residue: string) =>
  shown.cells[position * RESIDUES.length + RESIDUES.indexOf(residue)];

describe("substitutions of a heatmap", () => {
  const rows = [
    variant(REFERENCE, 2),
    variant("MKVLA", 4),
    variant("MRVLA", 1, "K25R"),
    variant("MKVLG", 5, "A28G"),
    variant("MRVLG", 9, "K25R:A28G"),
    variant("MKV", 7),
  ];

  test("effects are means over rows with only that substitution, or over all rows that contain it", () => {
    const single = substitutionsOf(rows, "single");
    expect(single.reference).toBe(REFERENCE);
    expect([single.referenceValue, single.center]).toEqual([3, 3]);
    expect(cellOf(single, 1, "R")).toEqual({ mean: 1, rows: 1 });
    expect(cellOf(single, 1, "K")).toBeNull();
    expect([single.rowsUsed, single.rows, single.otherLengths]).toEqual([2, 5, 1]);
    expect(single.sites).toEqual([null, 1, null, null, 5]);

    const all = substitutionsOf(rows, "all");
    expect(cellOf(all, 1, "R")).toEqual({ mean: 5, rows: 2 });
    expect(cellOf(all, 4, "G")).toEqual({ mean: 7, rows: 2 });
    expect(all.rowsUsed).toBe(3);
    expect(isMostlySingle(rows)).toBe(true);
  });

  test("positions use the numbering of the table's mutations", () => {
    expect(substitutionsOf(rows, "single").firstNumber).toBe(24);
    const hgvs = rows.map((row) => ({ ...row, mutations: row.mutations && three(row.mutations) }));
    expect(substitutionsOf(hgvs, "single").firstNumber).toBe(24);
    const uncoded = rows.map(({ sequence, value }) => variant(sequence, value));
    expect(substitutionsOf(uncoded, "single").firstNumber).toBe(1);
    const numberingOf = (reference: string) => numberingFrom(reference.startsWith("M") ? 99 : 7);
    const known = substitutionsOf(uncoded, "single", null, numberingOf);
    expect(known.firstNumber).toBe(numberingOf(known.reference).positionAt(0));
    expect(substitutionsOf(rows, "single", null, numberingOf).firstNumber).toBe(24);
  });

  test("positions use the project's numbering with gaps, even if codes match most of them", () => {
    const { reference } = substitutionsOf(rows, "single");
    const positions = Array.from(reference, (_, index) => (index < 2 ? 24 + index : 30 + index));
    const shown = substitutionsOf(rows, "single", null, () => new Numbering({ positions }));
    expect(shown.numbers).toEqual(positions);
  });

  test("positions without substitutions are hidden, and the other positions keep their numbers", () => {
    const whole = substitutionsOf(rows, "single");
    const shown = measuredPositions(whole);
    expect([shown.reference, shown.numbers, shown.sites]).toEqual(["KA", [25, 28], [1, 5]]);
    expect(cellOf(shown, 0, "R")).toEqual(cellOf(whole, 1, "R"));
    expect(cellOf(shown, 1, "G")).toEqual(cellOf(whole, 4, "G"));
    expect(shown.cells).toHaveLength(2 * RESIDUES.length);
  });

  test("the center is 0 for logarithms and 1 for ratios if the reference was not measured", () => {
    const centered = (...values: [number, number, number]) => {
      const [one, two, three] = values;
      const found = [variant("MRVLA", one), variant("MKVLG", two), variant("MKILA", three)];
      const { reference, referenceValue, center, centerIs } = substitutionsOf(found, "single");
      expect([reference, referenceValue]).toEqual([REFERENCE, null]);
      return [center, centerIs];
    };
    expect(centered(-3, -2, 0.1)).toEqual([0, "no difference"]);
    expect(centered(0.01, 0.2, 1.5)).toEqual([1, "ratio of one"]);
    expect(substitutionsOf([], "all").cells).toEqual([]);
  });

  test("a chosen center applies whether or not the reference was measured", () => {
    expect(substitutionsOf(rows, "single", 54)).toMatchObject({ center: 54, centerIs: "chosen" });
    expect(substitutionsOf(rows, "single", null)).toMatchObject({ center: 3, centerIs: "reference" });
  });

  test("every row counts once for each of its substitutions", () => {
    const residue = fc.constantFrom(...RESIDUES);
    const sequence = fc.array(residue, { minLength: 4, maxLength: 4 }).map((letters) => letters.join(""));
    const measured = fc.record({
      sequence,
      value: fc.integer({ min: -9, max: 9 }),
      mutations: fc.constant(null),
    });
    fc.assert(
      fc.property(fc.array(measured, { minLength: 1, maxLength: 30 }), (variants) => {
        const shown = substitutionsOf(variants, "all");
        expect(shown.reference).toBe(consensusOf(variants.map((each) => each.sequence)));
        const differences = variants.flatMap((each) =>
          [...each.sequence].filter((letter, index) => letter !== shown.reference[index]),
        );
        const counted = shown.cells.reduce((sum, cell) => sum + (cell?.rows ?? 0), 0);
        expect(counted).toBe(differences.length);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

/** Writes a code in HGVS notation: `V29A` becomes `p.Val29Ala`. */
function three(code: string): string {
  const read = readMutations(code);
  return "changes" in read ? writeHgvs(read.changes) : code;
}
