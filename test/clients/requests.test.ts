import { Numbering } from "@pdp/basics/proteins";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { diversifyRequest, engineerRequest, type Objective } from "#client/requests/designRequest.ts";
import { readDesign, readTraining, withEarlier } from "#client/requests/earlierTask.ts";
import { readPositions, writePositions } from "#client/requests/positions.ts";
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

const PAIR = "EVQLVESGGG/DIQMTQSPSS";

describe("requests of two chains", () => {
  const chains = { vh: "hc_protein", vl: 'lc "b"' };
  const stated = {
    project: "150545203201201",
    table: "binders",
    reference: PAIR,
    assays: [{ column: "p_kd", scale: null }],
  };

  test("a training run on both chains is read back as it was specified", () => {
    for (const sequenceColumn of [chains, { vh: "hc", vl: null }, { vh: null, vl: "lc" }]) {
      const { parameters } = trainRequest({ ...stated, sequenceColumn, batch: "plate" });
      expect(parameters).toMatchObject({ reference: { vh: "EVQLVESGGG", vl: "DIQMTQSPSS" } });
      expect(v.safeParse(Train, parameters).success).toBe(true);
      expect(readTraining(parameters)).toMatchObject({
        source: { table: "binders", sequenceColumn, mutations: null },
        reference: PAIR,
        batch: "plate",
      });
    }
    expect(trainQuery({ ...stated, sequenceColumn: chains })).toBe(
      'SELECT "hc_protein" AS vh, "lc ""b""" AS vl, "p_kd" FROM "binders" WHERE ("hc_protein" IS NOT NULL OR "lc ""b""" IS NOT NULL)',
    );
    const plain = { dataset: { kind: "TABLE", table: "binders" }, reference: { vh: "EVQL", vl: null } };
    expect(readTraining(plain).source).toMatchObject({ sequenceColumn: { vh: "vh", vl: "vl" } });
  });

  test("kept positions of both chains are read back, and are not repeated", () => {
    const kept = readPositions("H:1-3, L:4", PAIR);
    const { parameters } = diversifyRequest({ ...designs, reference: PAIR, kept });
    expect(readDesign(parameters)).toMatchObject({ reference: PAIR, kept });
    const again = withEarlier(diversifyRequest({ ...designs, reference: PAIR, kept }), parameters);
    expect(again.parameters).toMatchObject(parameters);
  });
});

describe("positions", () => {
  test("positions are read in common notations, with any first number", () => {
    expect(readPositions("1, 4-5; G7", REFERENCE)).toEqual([
      [0, 1],
      [3, 5],
      [6, 7],
    ]);
    expect(readPositions("24 K25–V26", REFERENCE, 24)).toEqual([[0, 3]]);
    expect(readPositions("  ", REFERENCE)).toEqual([]);
    const gapped = new Numbering({ positions: [1, 2, 3, 5, 6, 7, 8, 9, 12, 13] });
    expect(readPositions("3-5, 12", REFERENCE, gapped)).toEqual([
      [2, 4],
      [8, 9],
    ]);
    expect(() => readPositions("4", REFERENCE, gapped)).toThrow("which has positions 1 to 13 with gaps");
    expect(writePositions([[2, 4]], REFERENCE, gapped)).toBe(`${REFERENCE[2]}3-${REFERENCE[3]}5`);
  });

  test("positions may be negative, before the first residue of the mature protein", () => {
    expect(readPositions("-3, M-2--1 2", `${REFERENCE.slice(0, 1)}M${REFERENCE.slice(2)}`, -3)).toEqual([
      [0, 3],
      [5, 6],
    ]);
    expect(readPositions("-2-1", REFERENCE, -3)).toEqual([[1, 5]]);
    const gapped = new Numbering({ positions: [26, 27, 28, 35, 36, 37, 38, 39, 40, 41] });
    expect(() => readPositions("W26", REFERENCE, gapped)).toThrow("positions are 26 to 41 with gaps.");
  });

  test("positions outside the protein are rejected with a message", () => {
    expect(() => readPositions("0", REFERENCE)).toThrow(
      '"0" is outside the reference, which has positions 1 to 10.',
    );
    expect(() => readPositions("9-11", REFERENCE)).toThrow("positions 1 to 10");
    expect(() => readPositions("5-3", REFERENCE)).toThrow('"5-3" ends before it starts.');
    expect(() => readPositions("S7", REFERENCE)).toThrow(
      '"S7" is not in the reference, which has G7: its first residue has position 1.',
    );
    expect(() => readPositions("His57x", REFERENCE)).toThrow(
      '"His57x" is not a position: write 57, or 102-105.',
    );
  });

  test("positions are merged into exact, ordered ranges", () => {
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

describe("task requests", () => {
  test("a table is read at a version with the column names that tasks expect", () => {
    const assays = [{ column: "activity", unit: "U/mg", scale: "MULTIPLICATIVE" as const }];
    const given = { table: "tasks.task_1", version: "153", sequenceColumn: "seq", assays };
    expect(trainQuery(given)).toBe(
      'SELECT "seq" AS sequence, "activity" FROM "tasks"."task_1" FOR VERSION AS OF 153 WHERE "seq" IS NOT NULL',
    );
    const limited = [{ column: "activity", limit: "activity_limit", scale: "RANK" as const }];
    expect(trainQuery({ ...given, version: null, assays: limited, batch: "Plate" })).toBe(
      'SELECT "seq" AS sequence, "activity", "activity_limit", CAST("Plate" AS varchar) AS batch_id FROM "tasks"."task_1" WHERE "seq" IS NOT NULL',
    );
    const { parameters } = trainRequest({ ...given, project: "1", reference: REFERENCE });
    expect(v.safeParse(Train, parameters).success).toBe(true);
  });

  test("positions are kept by requiring their current residues", () => {
    const { parameters } = diversifyRequest(designs);
    expect(parameters.generator).toMatchObject({
      requirements: [
        { apply_to: { ranges: { monomer: [[0, 1]] } }, motifs: ["M"], operator: "all" },
        { apply_to: { ranges: { monomer: [[3, 5]] } }, motifs: ["LA"], operator: "all" },
      ],
    });
    expect(v.safeParse(Diversify, parameters).success).toBe(true);
  });

  test("position 1 may change only if it is not kept", () => {
    const allowed = (text: string) => {
      const { parameters } = diversifyRequest({ ...designs, kept: readPositions(text, REFERENCE) });
      return parameters.generator;
    };
    expect(allowed("1, 4")).toMatchObject({ allow_start_mutation: false });
    expect(allowed("4")).toMatchObject({ allow_start_mutation: true });
  });

  test("requests can be read back and repeated with changes", () => {
    const level = fc.oneof(
      fc.constant("reference" as const),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const goal = fc.record({
      assay: fc.constantFrom("activity", "tm"),
      direction: fc.constantFrom("MAXIMIZE" as const, "MINIMIZE" as const),
      level,
    });
    const asked = fc.record({
      positions: fc.uniqueArray(fc.integer({ min: 1, max: REFERENCE.length })),
      count: fc.integer({ min: 1, max: 500 }),
      maxMutations: fc.integer({ min: 1, max: 5 }),
      allowIndels: fc.boolean(),
      goal: fc.option(
        fc.record({
          assay: fc.constantFrom("activity", "tm"),
          direction: fc.constantFrom("MAXIMIZE" as const, "MINIMIZE" as const, "TARGET" as const),
          level,
        }),
      ),
      exploration: fc.double({ min: 0, max: 1, noNaN: true }),
      maxMutationFrequency: fc.constantFrom(0.2, 1, null),
      constraints: fc.array(goal, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(asked, ({ positions, ...options }) => {
        const kept = readPositions(positions.join(), REFERENCE);
        const request = engineerRequest({ ...designs, ...options, kept, scorer: "150545203201203" });
        const parameters = JSON.parse(JSON.stringify(request.parameters)) as Record<string, unknown>;
        const { reference, sampler } = designs;
        const { goal, constraints, ...others } = JSON.parse(JSON.stringify(options));
        const stated = { ...others, goal, constraints, kept, reference, sampler };
        expect(readDesign(parameters)).toEqual({ ...stated, secondary: [] });
        expect(readPositions(writePositions(kept, REFERENCE), REFERENCE)).toEqual(kept);
      }),
      { seed: 3, numRuns: 100 },
    );
    const name = fc.stringMatching(/^[a-zA-Z"_ ]{1,12}$/);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z_]{1,8}(\.[a-z_]{1,8})?$/),
        name,
        name,
        fc.option(name),
        fc.option(fc.constantFrom("code", { position: "pos", wild_type: null, mutant: "to" })),
        (table, proteins, column, batch, mutations) => {
          const sequenceColumn = mutations === null ? proteins : null;
          const assays = [{ column, unit: "U/mg", scale: "RANK" as const }];
          const { parameters } = trainRequest({
            project: "1",
            table,
            sequenceColumn,
            mutations,
            reference: REFERENCE,
            numbering: { first_position: 24 },
            assays,
            batch,
          });
          expect(parameters.reference).toEqual({ monomer: REFERENCE, first_position: 24 });
          expect(readTraining(parameters)).toEqual({
            source: { table, sequenceColumn, mutations },
            reference: REFERENCE,
            assays,
            batch,
          });
        },
      ),
      { seed: 4, numRuns: 100 },
    );
  });

  test("repeated requests keep hidden settings", () => {
    const avoided = { apply_to: { ranges: { monomer: [[0, 10]] } }, motifs: ["NG"], operator: "none" };
    const limit = { measure: { assay_id: "tm", direction: "MAXIMIZE" }, threshold: 55 };
    const before = {
      generator: {
        min_mutations: 2,
        template: { assembly: { monomer: REFERENCE } },
        requirements: [avoided],
      },
      filterers: [{ kind: "SCORED_FILTERER", constraints: [limit] }, { kind: "OTHER" }],
      seed: 7,
      num_assemblies: 5,
    };
    const { parameters } = withEarlier(diversifyRequest(designs), before);
    expect(parameters).toMatchObject({
      seed: 7,
      num_assemblies: 96,
      generator: { min_mutations: 2, max_mutations: 4 },
      filterers: [{ kind: "OTHER" }],
    });
    const { requirements = [] } = parameters.generator as { requirements?: unknown[] };
    expect(requirements).toHaveLength(3);
    expect(requirements).toContainEqual(avoided);
  });

  test("a repeated task keeps its target, weight and secondary objectives", () => {
    const below = { reference: { monomer: REFERENCE }, margin: -3 };
    const primary = {
      measure: { assay_id: "tm", direction: "TARGET" },
      reference: below,
      weight: 4,
    };
    const secondary = [{ measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 1 }];
    const limit = { measure: { assay_id: "yield", direction: "MINIMIZE" }, threshold: below };
    const { parameters: before } = engineerRequest({
      ...{ ...designs, scorer: "150545203201203", goal: null, constraints: [] },
    });
    const ranker = { ...before.ranker, hit_redundancy: 2 };
    const earlier = {
      ...before,
      ranker: {
        ...ranker,
        ...{ primary_objective: primary, secondary_objectives: secondary, constraints: [limit] },
      },
    } as unknown as Record<string, unknown>;
    const read = readDesign(earlier);
    expect(read).toMatchObject({
      goal: { assay: "tm", direction: "TARGET", level: "reference" },
      secondary: [{ assay: "activity", direction: "MAXIMIZE", level: 1 }],
    });
    const again = (goal: Objective | null) => {
      const options = { ...designs, scorer: "150545203201203", constraints: read?.constraints ?? [] };
      return withEarlier(engineerRequest({ ...options, goal }), earlier).parameters;
    };
    expect(again(read?.goal ?? null)).toEqual(earlier);
    expect(v.safeParse(Engineer, again(read?.goal ?? null)).issues).toBeUndefined();
    const moved = again({ assay: "activity", direction: "TARGET", level: 2 });
    expect(moved.ranker).toMatchObject({ primary_objective: { reference: 2 } });
    expect(moved.ranker).not.toHaveProperty("secondary_objectives");
    expect(again(null).ranker).not.toHaveProperty("secondary_objectives");
    const other = withEarlier(
      engineerRequest({ ...designs, scorer: "150545203201203", constraints: [], goal: read?.goal ?? null }),
      earlier,
      ["tm"],
    );
    expect(other.parameters.ranker).not.toHaveProperty("secondary_objectives");
  });

  test("a request can compare with the reference or with a value", () => {
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
