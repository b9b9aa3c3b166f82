import type { ColumnType } from "@pdp/basics/columns";
import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { zeroWarnings } from "@pdp/formats/cells";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sampleWarnings } from "#shared/proposals/sampleWarnings.ts";
import { readSubstitutions } from "../../../shared/formats/warnings/mutationCodes.ts";
import { column } from "../formats/ingesting.ts";

/** Returns the warnings about columns, each given as its type and the cells below its name. */
function warn(columns: Record<string, [ColumnType, ...(string | null)[]]>): string[] {
  const header = Object.keys(columns);
  const cells = Object.values(columns).map(([, ...texts]) => texts);
  return sampleWarnings(
    { columns: header.map((name) => column(name, columns[name]?.[0] ?? "STRING")) },
    { header, cells },
  );
}

const PROTEIN = "MKTAYIAKQRQISFVKSHFSRQ";

/** Returns the protein with the residue at an index replaced. */
function withResidue(at: number, residue: string): string {
  return PROTEIN.slice(0, at) + residue + PROTEIN.slice(at + 1);
}

/** Substitutions in the protein, given the number of its first residue. */
function mutated(indices: readonly number[], firstNumber: number): { codes: string[]; sequences: string[] } {
  const residues = indices.map((at) => (PROTEIN[at] === "W" ? "A" : "W"));
  return {
    codes: indices.map((at, index) => `${PROTEIN[at]}${at + firstNumber}${residues[index]}`),
    sequences: indices.map((at, index) => withResidue(at, residues[index] as string)),
  };
}

describe("mutations and sequences of the same rows", () => {
  test("matching mutations and sequences cause no warning, in any notation", () => {
    expect(
      warn({
        mutations: ["STRING", "K2W", "T3W:A4G"],
        sequence: ["STRING", withResidue(1, "W"), "MKWGYIAK"],
      }),
    ).toEqual([]);
    expect(
      warn({ hgvs: ["STRING", "p.Lys2Trp", "WT"], sequence: ["STRING", withResidue(1, "W"), PROTEIN] }),
    ).toEqual([]);
    expect(warn({ mutations: ["STRING", "K2W", "T3W"], sequence: ["STRING", PROTEIN, PROTEIN] })).toEqual([]);
  });

  test("contradictions are reported with row, letter and position", () => {
    const { codes, sequences } = mutated([1, 2, 3, 4, 5], 1);
    sequences[3] = withResidue(4, "P");
    expect(
      warn({
        mutations: ["STRING", ...codes.slice(0, 3), "Y5W", codes[4] as string],
        sequence: ["STRING", ...sequences],
      }),
    ).toEqual([
      "mutations: 1 row of 5 contradicts sequence, such as row 4 with Y5W, whose sequence has P at position 5. Correct the mutations or the sequences.",
    ]);
  });

  test("a residue that differs from those in the other sequences is reported", () => {
    const { codes, sequences } = mutated([1, 2, 3, 4, 5], 1);
    codes[1] = (codes[1] as string).replace("T", "S");
    expect(warn({ mutations: ["STRING", ...codes], sequence: ["STRING", ...sequences] })).toEqual([
      "mutations: 1 row of 5 contradicts sequence, such as row 2 with S3W, where the other sequences have T. Correct the mutations or the sequences.",
    ]);
  });

  test("zero-based positions are reported with the first mutation that has one", () => {
    const { codes, sequences } = mutated([0, 1, 2], 0);
    expect(warn({ mutations: ["STRING", ...codes], sequence: ["STRING", ...sequences] })).toEqual([
      "mutations: positions are counted from 0, as in M0W (row 1); heatmaps, training and reports count them from 1. Add 1 to each position.",
    ]);
    expect(warn({ variant: ["STRING", "A5G", "M0W"] })).toEqual([
      expect.stringContaining("as in M0W (row 2)"),
    ]);
  });

  test("a different numbering is detected from the sequences", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: PROTEIN.length - 1 }), { minLength: 6, maxLength: 12 }),
        fc.integer({ min: 2, max: 900 }),
        (indices, firstNumber) => {
          const { codes, sequences } = mutated(indices, firstNumber);
          const [warning, ...others] = warn({ m: ["STRING", ...codes], sequence: ["STRING", ...sequences] });
          expect(others).toEqual([]);
          expect(warning).toContain(`only if the first residue has the number ${firstNumber};`);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("a single row causes no warning, because its sequence may be a fragment", () => {
    expect(warn({ variant: ["STRING", "WT", "S238A"], sequence: ["STRING", PROTEIN, PROTEIN] })).toEqual([]);
  });

  test("unreadable mutations cause no warning", () => {
    expect(readSubstitutions("A1del")).toBeUndefined();
    expect(readSubstitutions("wild type")).toEqual([]);
    expect(warn({ well: ["STRING", "A1", "A2"], sequence: ["STRING", PROTEIN, PROTEIN] })).toEqual([]);
    expect(
      [...AMINO_ACIDS].flatMap((letter) => readSubstitutions(`${letter}7=`)?.[0]?.to ?? []),
    ).toHaveLength(20);
  });
});

describe("keys", () => {
  test("duplicates among unique keys are reported with their rows", () => {
    expect(
      warn({ variant_id: ["INT64", "1", "2", "3", "2"], y: ["FLOAT64", "1.5", "2.5", "3.5", "4.5"] }),
    ).toEqual([
      'variant_id: 1 value appears in more than one row, such as "2" in rows 2 and 4, although all other compared values are unique. If the column identifies rows, correct the file.',
    ]);
  });

  test("replicates, controls and groups may repeat", () => {
    const y: [ColumnType, ...string[]] = ["FLOAT64", "1.5", "2.5", "3.5", "4.5"];
    expect(
      warn({ variant_id: ["INT64", "1", "1", "2", "3"], replicate: ["INT64", "1", "2", "1", "1"], y }),
    ).toEqual([]);
    expect(warn({ plate_id: ["INT64", "1", "1", "2", "2"], y })).toEqual([]);
    expect(warn({ variant: ["STRING", "WT", "WT", "A1G", "A2G"], y })).toEqual([]);
    expect(warn({ variant: ["STRING", "A1G", "A1G", "A2G", "A3G"], y })).toEqual([]);
  });
});

describe("replicates", () => {
  test("copied columns are named", () => {
    const values = ["1.5", "2.50", null, "3"];
    expect(
      warn({
        rep1: ["FLOAT64", ...values],
        rep2: ["FLOAT64", "1.5", "2.5", null, "3.0"],
        rep3: ["FLOAT64", "1.5", "2.6", null, "3"],
      }),
    ).toEqual([
      "rep1, rep2: the columns have the same values in all 3 rows; copies of one measurement hide its noise. Keep one of them, or correct the file.",
    ]);
    expect(warn({ a: ["FLOAT64", "1", "1"], b: ["FLOAT64", "1", "1"] })).toEqual([
      "1 row is the same as an earlier one in every column, such as row 2 and row 1. Remove the copies, unless they are repeated measurements.",
    ]);
  });

  test("copied rows and rows that are equal in every column are reported", () => {
    const variant: [ColumnType, ...string[]] = ["STRING", "A1G", "A2G", "A1G", "A2G", "WT", "WT"];
    const replicate: [ColumnType, ...string[]] = ["INT64", "1", "1", "2", "2", "1", "2"];
    expect(warn({ variant, replicate, y: ["FLOAT64", "1.5", "2.5", "1.5", "2.5", "1", "1"] })).toEqual([
      "2 of 2 repeated measurements have exactly the values of an earlier row of the same variant, such as row 3 those of row 1; copies of one measurement hide its noise. Keep one of them, or correct the file.",
    ]);
    expect(warn({ variant, replicate, y: ["FLOAT64", "1.5", "2.5", "1.6", "2.4", "1", "1"] })).toEqual([]);
  });
});

test("a header with a letter from another alphabet is reported", () => {
  expect(warn({ аctivity: ["STRING", "x"] })).toEqual([
    'аctivity: its header "аctivity" has a Cyrillic letter that looks like "a" (U+0430); another file that spells it plainly would not have this column. Correct the header.',
  ]);
  expect(warn({ "Aktivität (µM)": ["STRING", "x"], активность: ["STRING", "x"] })).toEqual([]);
});

describe("zeros next to missing values", () => {
  const tally = [{ zeros: 2, missing: 1 }];
  const about = (name: string, hasNegatives = false, description: string | null = null) =>
    zeroWarnings(
      [column(name, "FLOAT64", { metadata: { description, deprecated: false } })],
      tally,
      () => hasNegatives,
    );

  test.each([
    "p_value",
    "pValue",
    "padj",
    "log2_effect",
    "logFC",
    "ddG",
    "z_score",
    "read_count",
    "n_mutations",
  ])("zeros next to missing values are not reported for %s", (name) => {
    expect(about(name)).toEqual([]);
  });

  test("zeros are treated as values if the column has negative values or its header indicates a logarithm", () => {
    expect(about("activity", true)).toEqual([]);
    expect(about("activity", false, "Activity (log10)")).toEqual([]);
  });

  test("zeros are suspicious among positive measurements", () => {
    expect(about("activity")).toEqual([
      "activity: 2 zeros and 1 missing cell in one column; check that zero does not mean a missing value.",
    ]);
    expect(about("tm")).toHaveLength(1);
  });
});
