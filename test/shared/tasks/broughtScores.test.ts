import { DataProblem } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import { requireColumns } from "#shared/tasks/requireFit.ts";
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

it("scores of unmeasured rows are used before those rows are dropped", () => {
  const others = [..."DEFGHIKLNPQRSTVWY"].map((residue) => residue + REFERENCE.slice(1));
  const all = {
    sequence: [...columns.sequence, ...others],
    y: [...columns.y, ...others.map(() => null)],
    zero_shot: [...columns.zero_shot, ...others.map((_, at) => at)],
  };
  const { data: alike } = excludeUnlike(read(all), REFERENCE);
  const { data, scores } = broughtScores(alike, REFERENCE);
  expect(data.sequences).toEqual(columns.sequence.slice(1, 3));
  expect([...data.values[0]!]).toEqual([1, 0.5]);
  expect(data.features).toBeUndefined();
  expect(scores).toMatchObject([{ name: "zero_shot", sequences: 20, mutations: 19 }]);
});

it("the first row is kept if it is the reference", () => {
  const { data } = broughtScores(read({ ...columns, y: [null, 1, 0.5, null, null] }), null);
  expect(data.sequences[0]).toBe("MEAN");
});

it("a missing or non-numeric score column is reported", () => {
  expect(() => read(columns, ["esm"])).toThrow('has no column "esm" for this score; its columns: "sequence"');
  expect(() => read({ ...columns, zero_shot: ["high", 1, 2, 3, 4] })).toThrow(
    'The score "zero_shot" is not a column of numbers: row 1 of the query contains "high".',
  );
});

describe("vectors as features", () => {
  const vectors = [null, [1, 2], [3, 4], [5, 6], null];
  const withVectors = (cells: unknown[]) => ({ ...columns, zero_shot: cells });

  it("rows with only a vector are used and then dropped", () => {
    const { data, scores } = broughtScores(read(withVectors(vectors)), REFERENCE);
    expect(data.sequences).toEqual(columns.sequence.slice(0, 3));
    expect(scores).toMatchObject([{ name: "zero_shot", sequences: 3, mutations: 2 }]);
  });

  it.each<[string, unknown[], string]>([
    [
      "of another length",
      [[1, 2], [3], null, null, null],
      'Row 2 of the query: the vector "zero_shot" has 1 number, but others have 2.',
    ],
    [
      "with a missing number",
      [[1, null], [3, 4], null, null, null],
      'Row 1 of the query: the vector "zero_shot" has a value that is not a number.',
    ],
    [
      "among scores",
      [[1, 2], 3, null, null, null],
      'Row 2 of the query: the vector "zero_shot" is not a list of numbers.',
    ],
    ["without numbers", [[], [], null, null, null], "have 0 numbers: give 1 to 4096."],
  ])("a vector %s is refused", (_, cells, message) => {
    expect(() => read(withVectors(cells))).toThrow(message);
  });

  it("cells of any kind are either read or rejected with a message", () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.double(),
      fc.string(),
      fc.array(fc.oneof(fc.double(), fc.bigInt(), fc.constant(null)), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 5, maxLength: 5 }), (cells) => {
        try {
          const [feature] = read(withVectors(cells)).features ?? [];
          expect(feature?.values).toHaveLength(5 * (feature?.size ?? 1));
        } catch (error) {
          expect(error).toBeInstanceOf(DataProblem);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe("a measurement column is refused as a score", () => {
  const table = {
    reference: "t",
    columns: ["sequence", "y", "Y_Limit", "batch_id", "assay_value", "zero_shot"].map((name, index) => ({
      name,
      type: index === 0 ? ("STRING" as const) : ("FLOAT64" as const),
      nullable: true,
    })),
  };
  const checked = (...features: string[]) =>
    requireColumns(table as never, ["dataset", "table"], [{ loc: ["assays", 0], assayId: "y" }], {
      features,
    });

  it.each([
    ["Y", /The column "Y" is an assay of this task/],
    ["y_LIMIT", /contains the limits of the assay "y"/],
    ["BATCH_ID", /describes the measurements/],
    ["assay_value", /describes the measurements/],
  ])(
    "a measurement column is refused as a score by name, when a task starts and when a query is read: %s",
    (name, sentence) => {
      const all = { ...columns, y_limit: columns.y, batch_id: columns.y, assay_value: columns.y };
      expect(() => read(all, [name])).toThrow(sentence);
      expect(() => checked("zero_shot", name)).toThrow(sentence);
      expect(() => checked("zero_shot")).not.toThrow();
    },
  );
});
