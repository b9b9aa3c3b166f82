import { DataProblem } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { type Measurements, measurementsFrom, sequenceColumn } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";

function rows(columns: Record<string, unknown[]>): Rows {
  return { name: "the query", count: Object.values(columns)[0]?.length ?? 0, columns };
}

function assay(assay_id: string, scale_type: Assay["scale_type"] = "ADDITIVE"): Assay {
  return { assay_id, name: null, unit: null, scale_type };
}

/** Returns the measurements; null if they are refused. */
function measureOrNull(all: Rows, one: Assay): Measurements | null {
  try {
    return measurementsFrom(all, [one]);
  } catch (error) {
    if (error instanceof DataProblem) return null;
    throw error;
  }
}

describe("measurements", () => {
  it("each assay is one column; null and NaN are missing, and a batch is a name, a number or a day", () => {
    const columns = {
      sequence: ["MK", "MR", "ML", "MK"],
      tm: [1, null, Number.NaN, 2n],
      batch_id: ["B1", 2, null, new Date("2026-03-01T00:00:00.000Z")],
    };
    expect(measurementsFrom(rows(columns), [assay("TM")])).toEqual({
      sequences: columns.sequence,
      values: [Float64Array.of(1, Number.NaN, Number.NaN, 2)],
      batches: ["B1", "2", "", "2026-03-01"],
    });
  });

  it("the long form is matched by assay id, including numeric ids", () => {
    const columns = { sequence: ["MK", "MR", "ML"], assay_id: [7n, 8n, null], assay_value: [1, 2, 3] };
    const { values } = measurementsFrom(rows(columns), [assay("8"), assay("7")]);
    expect(values).toEqual([
      Float64Array.of(Number.NaN, 2, Number.NaN),
      Float64Array.of(1, Number.NaN, Number.NaN),
    ]);
  });

  it.each<[string, Record<string, unknown[]>, RegExp]>([
    ["an infinite value", { tm: [1, Number.POSITIVE_INFINITY] }, /"tm" has the value Infinity in row 2/],
    ["text", { tm: [1, "high"] }, /not a column of numbers: row 2 of the query contains "high"/],
    ["dates", { tm: [new Date(0), null] }, /not a column of numbers: row 1 .* contains "1970-01-01T00/],
    ["lists", { tm: [[1n], [2n]] }, /not a column of numbers: row 1 of the query contains a list/],
    ["nothing but zeros and less", { tm: [0, -1] }, /"tm" has no value above 0.*cannot be MULTIPLICATIVE/],
    ["nothing at all", { tm: [null, Number.NaN] }, /"tm" has no value in any of the 2 rows/],
    ["lists for batches", { tm: [1, 2], batch_id: [["B"], ["B"]] }, /"batch_id" of the query contains lists/],
    [
      "other assays in the long form",
      { assay_id: ["tm_celsius", "kcat"], assay_value: [1, 2] },
      /no row of the assay "tm"; its column "assay_id" contains "tm_celsius", "kcat"\./,
    ],
    [
      "lower-case letters",
      { sequence: ["MK", "mk"], tm: [1, 2] },
      /Row 2.*"m" at position 1.*capital letters/,
    ],
    [
      "stop codons",
      { sequence: ["MK*", "MK"], tm: [1, 2] },
      /Row 1.*"\*" at position 3.*not a canonical amino acid/,
    ],
  ])("measurements with %s are refused with a message", (_, columns, sentence) => {
    const all = rows({ sequence: ["MK", "MR"], ...columns });
    expect(() => measurementsFrom(all, [assay("tm", "MULTIPLICATIVE")])).toThrow(DataProblem);
    expect(() => measurementsFrom(all, [assay("tm", "MULTIPLICATIVE")])).toThrow(sentence);
  });

  it("the vectors of all columns together are bounded", () => {
    const vectors = () => [Array(4_096).fill(1), ...Array(3_199).fill(null)];
    const all = rows({
      sequence: Array(3_200).fill("MK"),
      tm: Array(3_200).fill(1),
      a: vectors(),
      b: vectors(),
    });
    expect(() => measurementsFrom(all, [assay("tm")], { features: ["a", "b"] })).toThrow(
      /"b" in the query are too large with those of other columns: 3200 rows of 4096 numbers.*to 3716 numbers/,
    );
  });

  it("an assay without values is accepted where allowed, but invalid values are not", () => {
    const empty = rows({ sequence: ["MK", "MR"], tm: [null, Number.NaN] });
    const { values } = measurementsFrom(empty, [assay("tm", "MULTIPLICATIVE")], { allowsEmpty: true });
    expect(values).toEqual([Float64Array.of(Number.NaN, Number.NaN)]);
    const negative = rows({ sequence: ["MK", "MR"], tm: [-1, 0] });
    const read = () => measurementsFrom(negative, [assay("tm", "MULTIPLICATIVE")], { allowsEmpty: true });
    expect(read).toThrow(/cannot be MULTIPLICATIVE/);
  });

  it("cells of any kind are either rejected or result in finite values", () => {
    const cell = fc.oneof(
      fc.double(),
      fc.bigInt(),
      fc.boolean(),
      fc.constant(null),
      fc.string(),
      fc.date({ noInvalidDate: true }),
      fc.array(fc.nat()),
    );
    const sequence = fc.oneof({ weight: 9, arbitrary: fc.constantFrom("MK", "MKL") }, cell);
    const table = fc.array(fc.tuple(sequence, fc.oneof({ weight: 3, arbitrary: fc.double() }, cell), cell), {
      maxLength: 6,
    });
    let accepted = 0;
    fc.assert(
      fc.property(table, fc.constantFrom("ADDITIVE" as const, "MULTIPLICATIVE" as const), (cells, scale) => {
        const [sequences, tm, batches] = [0, 1, 2].map((at) => cells.map((row) => row[at]));
        const found = measureOrNull(
          rows({ sequence: sequences ?? [], tm: tm ?? [], batch_id: batches ?? [] }),
          assay("tm", scale),
        );
        if (found === null) return;
        accepted += 1;
        expect(found.sequences).toEqual(sequences);
        expect(found.batches).toHaveLength(cells.length);
        for (const value of found.values[0] ?? []) expect(Math.abs(value)).not.toBe(Number.POSITIVE_INFINITY);
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

describe("homologs", () => {
  it("homologs may contain any letters, and empty cells are skipped", () => {
    expect(sequenceColumn(rows({ Sequence: ["MK-", null, "", "mkX*"] }))).toEqual(["MK-", "mkX*"]);
  });

  it.each<[string, unknown[], RegExp]>([
    ["no rows", [], /has no rows that this task can read/],
    ["empty cells only", [null, ""], /None of the 2 rows of the query has a sequence/],
    ["numbers", [null, 12], /Row 2 of the query: the sequence is not text/],
  ])("homologs with %s are refused", (_, sequence, sentence) => {
    expect(() => sequenceColumn(rows({ sequence }))).toThrow(sentence);
  });
});
