import type { FileStatistics } from "@pdp/basics/columns";
import type { CompiledQuery, RelationFile } from "@pdp/trino/relations";
import { expect, it } from "vitest";
import { column } from "#test/shared/engines/parquetLake.ts";
import { statsRows } from "../../../shared/trino/statements/statsRows.ts";
import { BIGINT, DOUBLE, VARCHAR } from "../../../shared/trino/types/type.ts";

const COLUMNS = [column("n", "INT64"), column("x", "FLOAT64"), column("s", "STRING")];

function file(rows: number, columns: FileStatistics["columns"], all = rows): RelationFile {
  return { key: "k", rows, bytes: 1, statistics: { rows: all, columns } };
}

function figures(files: RelationFile[], views: string[] = []): unknown[][] {
  const query = {
    columns: [
      { name: "n", type: BIGINT },
      { name: "x", type: DOUBLE },
      { name: "s", type: VARCHAR },
    ],
    relations: [{ name: "t0", columns: COLUMNS, files }],
    views,
  };
  return statsRows(query as unknown as CompiledQuery).rows.map((row) => [...row]);
}

const ONE = file(4, {
  n: { min: "9", max: "10", nulls: 1 },
  x: { min: "-inf", max: "1.5", nulls: 0 },
  s: { min: "a", max: "b", nulls: 2 },
});
const OTHER = file(4, {
  n: { min: "-1", max: "100", nulls: 0 },
  x: { min: "-2.5", max: "10.0", nulls: 0 },
  s: { nulls: 4 },
});

it("SHOW STATS reports the NULL fractions and the bounds of numbers from the statistics of all files", () => {
  expect(figures([ONE, OTHER])).toEqual([
    ["n", null, null, "0.125", null, "-1", "100"],
    ["x", null, null, "0", null, "-inf", "10.0"],
    ["s", null, null, "0.75", null, null, null],
    [null, null, null, null, "8", null, null],
  ]);
});

it("SHOW STATS reports no figures for views, hidden rows, or columns without statistics in some file", () => {
  const unknown = ["n", null, null, null, null, null, null];
  expect(figures([ONE, file(1, {})])[0]).toEqual(unknown);
  expect(figures([file(3, ONE.statistics?.columns ?? {}, 4)])[0]).toEqual(unknown);
  expect(figures([ONE], ["v"])[0]).toEqual(unknown);
  expect(figures([])).toEqual([
    unknown,
    ["x", ...unknown.slice(1)],
    ["s", ...unknown.slice(1)],
    [null, null, null, null, "0", null, null],
  ]);
});
