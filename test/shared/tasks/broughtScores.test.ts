import { expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import { broughtScores } from "#shared/tasks/training/broughtScores.ts";
import { excludeUnlike } from "#shared/tasks/training/excludeUnlike.ts";

const REFERENCE = "MKTAYIAKQRQ";
const assays: Assay[] = [{ assay_id: "y", name: null, unit: null, scale_type: "ADDITIVE" }];

function read(columns: Record<string, unknown[]>, features = ["zero_shot"]) {
  const rows = { name: "the query", count: columns.sequence!.length, columns };
  return measurementsFrom(rows, assays, { features });
}

const columns = {
  sequence: ["MEAN", REFERENCE, `A${REFERENCE.slice(1)}`, `C${REFERENCE.slice(1)}`, `${REFERENCE.slice(1)}W`],
  y: [100, 1, 0.5, null, null],
  zero_shot: [99, 0, -1, -2, null],
};

it("scores of rows without a value of an assay are used, and these rows then dropped", () => {
  const { data: alike } = excludeUnlike(read(columns), REFERENCE);
  const { data, scores } = broughtScores(alike, REFERENCE);
  expect(data.sequences).toEqual(columns.sequence.slice(1, 3));
  expect([...data.values[0]!]).toEqual([1, 0.5]);
  expect(data.features).toBeUndefined();
  expect(scores).toMatchObject([{ name: "zero_shot", sequences: 3, mutations: 2 }]);
});

it("the first row stays where it is the reference", () => {
  const { data } = broughtScores(read({ ...columns, y: [null, 1, 0.5, null, null] }), null);
  expect(data.sequences[0]).toBe("MEAN");
});

it("a column of scores that is missing or holds texts is named", () => {
  expect(() => read(columns, ["esm"])).toThrow('has no column "esm" for this score; its columns: "sequence"');
  expect(() => read({ ...columns, zero_shot: ["high", 1, 2, 3, 4] })).toThrow(
    'The score "zero_shot" is not a column of numbers: row 1 of the query holds "high".',
  );
});
