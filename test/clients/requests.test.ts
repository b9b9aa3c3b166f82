import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { diversifyRequest, engineerRequest } from "#client/requests/designRequest.ts";
import { readPositions } from "#client/requests/positions.ts";
import { trainQuery, trainRequest } from "#client/requests/trainRequest.ts";
import { Diversify, Engineer } from "#shared/domain/tasks/designParameters.ts";
import { Train } from "#shared/domain/tasks/trainParameters.ts";

const REFERENCE = "MKVLAAGIDE";
const designs = {
  project: "150545203201201",
  reference: REFERENCE,
  sampler: "150545203201202",
  count: 96,
  maxMutations: 4,
  kept: readPositions("1, 4-5", REFERENCE),
};

describe("positions", () => {
  test("are read as people write them, from any first number", () => {
    expect(readPositions("1, 4-5; G7", REFERENCE)).toEqual([
      [0, 1],
      [3, 5],
      [6, 7],
    ]);
    expect(readPositions("24 K25–V26", REFERENCE, 24)).toEqual([[0, 3]]);
    expect(readPositions("  ", REFERENCE)).toEqual([]);
  });

  test("are refused with a sentence where they are none of the protein", () => {
    expect(() => readPositions("0", REFERENCE)).toThrow(
      '"0" is not in the reference, which has the positions 1 to 10.',
    );
    expect(() => readPositions("9-11", REFERENCE)).toThrow("positions 1 to 10");
    expect(() => readPositions("5-3", REFERENCE)).toThrow('"5-3" ends before it begins.');
    expect(() => readPositions("S7", REFERENCE)).toThrow(
      '"S7" is not in the reference, which has G7: positions are counted from 1, at its first residue.',
    );
    expect(() => readPositions("His57x", REFERENCE)).toThrow(
      '"His57x" is no position: write 57, or 102-105.',
    );
  });

  test("are joined to ranges in order that hold exactly the given ones", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }), (numbers) => {
        const ranges = readPositions(numbers.join(", "), "M".repeat(30));
        const held = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, i) => from + i + 1),
        );
        expect(held).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

describe("requests of tasks", () => {
  test("read a table at a version under the names that tasks expect", () => {
    const assays = [{ column: "activity", unit: "U/mg", scale: "MULTIPLICATIVE" as const }];
    const given = { table: "tasks.task_1", version: "153", sequenceColumn: "seq", assays };
    expect(trainQuery(given)).toBe(
      'SELECT "seq" AS sequence, "activity" FROM "tasks"."task_1" FOR VERSION AS OF 153',
    );
    const { parameters } = trainRequest({ ...given, project: "1", reference: REFERENCE });
    expect(v.safeParse(Train, parameters).success).toBe(true);
  });

  test("keep positions by requiring their own residues", () => {
    const { parameters } = diversifyRequest(designs);
    expect(parameters.generator).toMatchObject({
      requirements: [
        { apply_to: { ranges: { monomer: [[0, 1]] } }, motifs: ["M"], operator: "all" },
        { apply_to: { ranges: { monomer: [[3, 5]] } }, motifs: ["LA"], operator: "all" },
      ],
    });
    expect(v.safeParse(Diversify, parameters).success).toBe(true);
  });

  test("compare with the reference, or with a value", () => {
    const { parameters } = engineerRequest({
      ...designs,
      scorer: "150545203201203",
      goal: { assay: "activity", direction: "MAXIMIZE", level: "reference" },
      constraints: [{ assay: "tm", direction: "MAXIMIZE", level: 55 }],
      name: "Round 2",
    });
    expect(parameters.ranker).toMatchObject({
      primary_objective: { reference: { reference: { monomer: REFERENCE } } },
      constraints: [{ threshold: 55 }],
    });
    expect(v.safeParse(Engineer, parameters).issues).toBeUndefined();
  });
});
