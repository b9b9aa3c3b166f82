import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom } from "@pdp/basics/statistics";
import { expect, it } from "vitest";
import { affordableRows, unalignedSentence } from "#shared/tasks/training/affordableRows.ts";
import { broughtScores } from "#shared/tasks/training/broughtScores.ts";
import { mutants, REFERENCE } from "../science/scorer/mutants.ts";

const random = createRandom("affordable rows");
const unrelated = Array.from({ length: 6 }, () =>
  Array.from({ length: 25 }, () => AMINO_ACIDS[random.integer(AMINO_ACIDS.length)]).join(""),
);
const sequences = [REFERENCE, unrelated[0]!, ...mutants(random, 8, 2), ...unrelated];
const values = Float64Array.from(sequences.keys());
const data = {
  sequences,
  values: [values],
  batches: sequences.map((_, row) => `b${row % 2}`),
  sides: [Int8Array.from(sequences, (_, row) => (row % 3) - 1)],
  features: [{ name: "z", values: values.map((value) => -value) }],
};

it("rows that take longest to align are dropped from all columns, and their sequences are counted", () => {
  for (const stated of [REFERENCE, null]) {
    const { data: kept, isKept } = affordableRows(data, stated, 2_000);
    expect(kept.sequences).toEqual(sequences.filter((_, row) => isKept(row)));
    expect(kept.sequences.slice(0, 1)).toEqual([REFERENCE]);
    expect(kept.sequences.length).toBeGreaterThanOrEqual(9);
    expect(kept.unaligned).toBe(new Set(sequences).size - new Set(kept.sequences).size);
    expect(kept.unaligned).toBeGreaterThan(0);
    const rows = [...sequences.keys()].filter(isKept);
    expect([...kept.values[0]!]).toEqual(rows);
    expect(kept.batches).toEqual(rows.map((row) => `b${row % 2}`));
    expect([...kept.sides![0]!]).toEqual(rows.map((row) => (row % 3) - 1));
    expect([...kept.features![0]!.values]).toEqual(rows.map((row) => -row));
    // Later steps preserve the count, so that the report contains it.
    expect(broughtScores(kept, stated).data.unaligned).toBe(kept.unaligned);
  }
});

it("nothing is dropped if there is time for all rows", () => {
  expect(affordableRows(data, REFERENCE).data).toBe(data);
  expect(unalignedSentence(affordableRows(data, REFERENCE).data)).toEqual([]);
  expect(unalignedSentence({ unaligned: 2 })[0]).toMatch(
    /^2 sequences with many insertions and deletions were/,
  );
});
