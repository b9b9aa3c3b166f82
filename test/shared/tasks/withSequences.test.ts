import { Numbering, type NumberingStated, TWO_CHAINS } from "@pdp/basics/proteins";
import { describe, expect, test } from "vitest";
import { measurementsFrom } from "#shared/tasks/measurements.ts";
import { readDesigns } from "#shared/tasks/orders/readDesigns.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
import type { SequencedRows } from "#shared/tasks/sources/sequencedRows.ts";
import { withoutControls } from "#shared/tasks/sources/withoutControls.ts";
import { withRelatedSequences, withSequences } from "#shared/tasks/sources/withSequences.ts";

const WT = "MKATYIAKLE";
const ONE = "MKGTYIAKLE";

function rows(columns: Record<string, unknown[]>): Rows {
  return { name: 'the table "scan"', count: Object.values(columns)[0]?.length ?? 0, columns };
}

function reference(numbering: NumberingStated = {}) {
  return { sequence: WT, numbering: new Numbering(numbering) };
}

describe("the sequences of a data set", () => {
  test("sequences come from the selected column", () => {
    const all = rows({ sequence: ["x", "y"], Design: [WT, ONE], y: [1, 2] });
    expect(withSequences(all, { sequence_column: "design" }, null).columns.sequence).toEqual([WT, ONE]);
    expect(() => withSequences(all, { sequence_column: "seq" }, null)).toThrow(
      'has no column "seq"; its columns: "sequence", "Design", "y".',
    );
  });

  test("sequences come from the only amino acid column, regardless of its name", () => {
    const all = rows({ mutant: ["WT", "A3G"], mutated_sequence: [WT, ONE], target: [WT, WT], y: [1, 2] });
    expect(withSequences(all, {}, null).columns.sequence).toEqual([WT, ONE]);
    const two = rows({ heavy: [WT, ONE], light: [ONE, WT] });
    expect(() => withSequences(two, {}, null)).toThrow('choose one with "sequence_column": "heavy"');
  });

  test("sequences come from mutations and the reference, and rows with a stop are excluded", () => {
    const all = rows({ hgvs: ["p.Ala3Gly", "p.Thr4Ter", "_wt", null], tm: [1, 2, 3, 4] });
    const found = withSequences(all, { mutations: "hgvs" }, reference());
    expect(found).toMatchObject({ count: 2, omitted: 2, columns: { sequence: [ONE, WT], tm: [1, 3] } });
    expect(withSequences(all, {}, reference())).toEqual(found);
    const assay = { assay_id: "tm", name: null, unit: null, scale_type: "ADDITIVE" as const };
    expect(measurementsFrom(found, [assay])).toMatchObject({ sequences: [ONE, WT], omitted: 2 });
  });

  test("sequences come from position and residue columns, and from combinations", () => {
    const parts = { position: "pos", wild_type: "wt", mutant: "mut" };
    const apart = rows({ pos: [3n, 3n], wt: ["A", "Ala"], mut: ["G", "A"] });
    expect(withSequences(apart, { mutations: parts }, reference()).columns.sequence).toEqual([ONE, WT]);
    const combination = { residues: "combo", positions: [3, 4] };
    const combined = rows({ combo: ["GT", "AT"] });
    expect(withSequences(combined, { mutations: combination }, reference()).columns.sequence).toEqual([
      ONE,
      WT,
    ]);
  });

  test("a contradicting wild-type letter is rejected, and a numbering is proposed", () => {
    const all = rows({ hgvs: ["M24V", "K25R", "A26G", "T27S"] });
    expect(() => withSequences(all, { mutations: "hgvs" }, reference())).toThrow(
      /Row 1 of the table "scan": "M24V" has position 24, which is outside the reference.*set "first_position": 24 in the reference/s,
    );
    expect(
      withSequences(all, { mutations: "hgvs" }, reference({ first_position: 24 })).columns.sequence?.[2],
    ).toBe(ONE);
  });

  test("missing sequences are reported with advice", () => {
    const coded = rows({ hgvs: ["A3G", "A3V"] });
    expect(() => withSequences(coded, {}, null)).toThrow("which require a reference to compute sequences");
    expect(() => withSequences(coded, { mutations: "hgvs" }, null)).toThrow(
      "require a reference to compute sequences: specify the task's reference",
    );
    expect(() => withSequences(rows({ y: [1, 2] }), {}, reference())).toThrow(
      'no column "sequence"; its columns: "y"',
    );
  });
});

test("homologs come from the selected or only column, and may be aligned", () => {
  const aligned = ["MKA-YIAKLE", "MKATYIAKlE"];
  expect(withRelatedSequences(rows({ id: [1, 2], hit: aligned }), {}).columns.sequence).toEqual(aligned);
  const two = rows({ hit: aligned, query: aligned });
  expect(withRelatedSequences(two, { sequence_column: "query" }).columns.sequence).toEqual(aligned);
  expect(() => withRelatedSequences(two, {})).toThrow('choose one with "sequence_column": "hit"');
  // This data source does not accept mutations, so the advice does not mention them.
  expect(() => withRelatedSequences(rows({ code: ["A3G"] }), {})).toThrow(
    /Specify the protein column with "sequence_column"\.$/,
  );
});

describe("the chains of candidates and orders", () => {
  const lights = rows({ vh: ["ACDEFGHIK", null, "", "ACDEFGHIR"], vl: [null, "LMNPQRSTV", null, null] });

  test("candidates keep every row with at least one chain", () => {
    const { columns, omitted } = withRelatedSequences(lights, {}, TWO_CHAINS);
    expect([columns.sequence, omitted]).toEqual([["ACDEFGHIK/", "/LMNPQRSTV", "", "ACDEFGHIR/"], 0]);
  });

  test("measurements without a reference keep the rows with the usual chains", () => {
    const { columns, omitted } = withSequences(lights, {}, null, TWO_CHAINS);
    expect([columns.sequence, omitted]).toEqual([["ACDEFGHIK/", "ACDEFGHIR/"], 2]);
  });

  test("an order keeps every row with a chain, and refuses one without sequences", async () => {
    const pairs = [
      { name: "a", vh: "ACDEFGHIK", vl: "LMNPQRSTV" },
      { name: "b", vh: null, vl: "LMNPQRSTW" },
      { name: "c", vh: null, vl: "LMNPQRSTY" },
    ];
    const read = (own: object[]) => readDesigns(null as never, { kind: "LITERAL", rows: own } as never);
    const { designs } = await read(pairs);
    expect(designs.map(({ sequence }) => sequence)).toEqual([
      "ACDEFGHIK/LMNPQRSTV",
      "/LMNPQRSTW",
      "/LMNPQRSTY",
    ]);
    await expect(read([...pairs, { name: "d", vh: null, vl: null }])).rejects.toThrow(
      "Row 4 of the rows in the request has no sequence",
    );
  });
});

test("controls without protein are omitted from a table, and other rows without a sequence are reported", () => {
  const columns = {
    sample: ["v1", "blank 1", "empty vector", "v2"],
    sequence: ["MKT", null, "", null],
    value: [1, 0.1, 0.2, 3],
  };
  const found = withoutControls<SequencedRows>({ name: "plates", count: 4, columns });
  expect([found.count, found.omitted, found.columns]).toEqual([
    2,
    2,
    { sample: ["v1", "v2"], sequence: ["MKT", null], value: [1, 3] },
  ]);
  const complete = { name: "plates", count: 1, columns: { sequence: ["MKT"] } };
  expect(withoutControls(complete)).toBe(complete);
});

test("a wild type without a sequence, and rows with the word of a control elsewhere, are reported", () => {
  const columns = {
    sample: ["WT", "v1", "v2"],
    dose: ["low", "blank", "high"],
    sequence: [null, null, "MKT"],
  };
  const rows = { name: "plates", count: 3, columns };
  expect(withoutControls<SequencedRows>(rows).columns.sequence).toEqual([null, null, "MKT"]);
});
