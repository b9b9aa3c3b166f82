import { describe, expect, test } from "vitest";
import { findReplicates, replicateView } from "#shared/proposals/replicateColumns.ts";

const numbers = (...names: string[]) => names.map((name) => ({ name, type: "FLOAT64" as const }));
const texts = (...names: string[]) => names.map((name) => ({ name, type: "STRING" as const }));

describe("replicate columns", () => {
  test.each<[string[], object[]]>([
    [
      ["rep1", "rep2", "rep3", "mean", "sd"],
      [{ assay: "value", columns: ["rep1", "rep2", "rep3"], mean: "mean", sd: "sd" }],
    ],
    [
      ["activity_rep_1", "activity_rep_2", "activity_mean", "tm_r1", "tm_r2", "tm_std"],
      [
        { assay: "activity", columns: ["activity_rep_1", "activity_rep_2"], mean: "activity_mean", sd: null },
        { assay: "tm", columns: ["tm_r1", "tm_r2"], mean: null, sd: "tm_std" },
      ],
    ],
    [
      ["rep1_yield", "rep2_yield"],
      [{ assay: "yield", columns: ["rep1_yield", "rep2_yield"], mean: null, sd: null }],
    ],
    [
      ["Replicate_A", "Replicate_B"],
      [{ assay: "value", columns: ["Replicate_A", "Replicate_B"], mean: null, sd: null }],
    ],
    [
      ["activity_1", "activity_2", "activity_3"],
      [{ assay: "activity", columns: ["activity_1", "activity_2", "activity_3"], mean: null, sd: null }],
    ],
    [
      ["plate_od_1", "plate_od_2"],
      [{ assay: "plate_od", columns: ["plate_od_1", "plate_od_2"], mean: null, sd: null }],
    ],
    [["od_1", "od_2", "od_mean"], [{ assay: "od", columns: ["od_1", "od_2"], mean: "od_mean", sd: null }]],
    [["od600_1", "od600_2"], [{ assay: "od600", columns: ["od600_1", "od600_2"], mean: null, sd: null }]],
    [["y_rep2", "y_rep1"], [{ assay: "y", columns: ["y_rep1", "y_rep2"], mean: null, sd: null }]],
  ])("replicate columns are found in %j", (names, groups) => {
    expect(findReplicates(numbers(...names))).toEqual(groups);
  });

  test.each([
    [["rep1", "activity"]],
    [["dose_1", "dose_2"]],
    [["pc_1", "pc_2", "pc_3"]],
    [["kcat", "km", "mean"]],
    [["grep1", "crep2"]],
  ])("replicate columns are not found in %j", (names) =>
    expect(findReplicates(numbers(...names))).toEqual([]),
  );

  test("only numeric columns are treated as replicates", () => {
    expect(findReplicates(texts("rep1", "rep2"))).toEqual([]);
  });
});

test("replicates above nine continue the first ones, and doses are none", () => {
  const named = (...counts: number[]) =>
    findReplicates(numbers(...counts.map((count) => `activity_${count}`))).map(
      ({ columns }) => columns.length,
    );
  expect([
    named(...Array.from({ length: 12 }, (_, at) => at + 1)),
    named(1, 2, 50),
    named(10, 20, 50),
  ]).toEqual([[12], [2], []]);
});

test("the view has the other columns, the batch and one row per replicate", () => {
  const columns = [
    ...texts("sequence", "plate_id"),
    ...numbers("y_rep1", "y_rep2", "y_mean", "z_rep1", "z_rep2", "z_rep3"),
  ];
  const view = replicateView("t", columns);
  const [first = "", , third = ""] = view?.query.split(" UNION ALL ") ?? [];
  expect(view?.reference).toBe("t_replicates");
  expect(first).toBe(
    'SELECT "sequence", "plate_id", CAST("plate_id" AS varchar) AS batch_id, 1 AS replicate, CAST("y_rep1" AS double) AS "y", CAST("z_rep1" AS double) AS "z" FROM "t" WHERE "y_rep1" IS NOT NULL OR "z_rep1" IS NOT NULL',
  );
  expect(third).toContain('CAST(NULL AS double) AS "y", CAST("z_rep3" AS double) AS "z"');
  expect(replicateView("t", numbers("y", "z"))).toBeNull();
});

test("each row of the view contains the columns with the same replicate number", () => {
  const rows = (...names: string[]) =>
    replicateView("t", numbers(...names))
      ?.query.split(" UNION ALL ")
      .map((select) => select.replace(/ FROM .*/, "").replace(/CAST\((\S+) AS double\)/g, "$1"));
  expect(rows("y_rep3", "y_rep1", "y_rep2", "tm_rep2", "tm_rep3")).toEqual([
    'SELECT 1 AS replicate, "y_rep1" AS "y", NULL AS "tm"',
    'SELECT 2 AS replicate, "y_rep2" AS "y", "tm_rep2" AS "tm"',
    'SELECT 3 AS replicate, "y_rep3" AS "y", "tm_rep3" AS "tm"',
  ]);
  expect(rows("y_repB", "y_repA")).toEqual([
    'SELECT 1 AS replicate, "y_repA" AS "y"',
    'SELECT 2 AS replicate, "y_repB" AS "y"',
  ]);
  expect(rows("y_rep1", "rep1_y", "y_rep2")).toEqual([
    'SELECT 1 AS replicate, "y_rep1" AS "y"',
    'SELECT 1 AS replicate, "rep1_y" AS "y"',
    'SELECT 2 AS replicate, "y_rep2" AS "y"',
  ]);
});

test("a view has no duplicate column names", () => {
  const query = replicateView("t", numbers("rep1", "rep2", "value_1", "value_2"))?.query;
  expect(query).toContain('CAST("rep1" AS double) AS "value", CAST("value_1" AS double) AS "value_measured"');
});
