import { compileQuery } from "@pdp/trino/compile";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";
import { FOREIGN_FUNCTIONS } from "../../../shared/trino/foreign/foreignFunctions.ts";

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

/** Returns the values of an expression over rows of x, y and n, in order. */
async function valuesOf(expression: string, rows: string): Promise<unknown[]> {
  const query = `SELECT ${expression} FROM (SELECT *, 'else' AS z FROM (VALUES ${rows}) AS v (x, y, n)) AS t`;
  const { sql, relations } = await compileQuery(query, { resolve: relationResolver({}) });
  const read = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
  return read.getRowsJson().map(([value]) => (typeof value === "string" ? value : JSON.stringify(value)));
}

const TEXTS = "('a,b,c', 'A', 2)";
const DAYS = "(DATE '2026-03-31', DATE '2026-01-30', 0)";

describe("the replacement for a function from another dialect", () => {
  it.each([
    // Function, rows of x, y and n, and the values that the other dialect returns.
    ["ceil_div", "(7, 2, 0), (-7, 2, 0)", ["4", "-3"]],
    ["contains_substr", "('a PART of', '', 0)", ["true"]],
    ["datediff", DAYS, ["60"]],
    ["datediff", "(TIMESTAMP '2026-01-02 01:00:00', TIMESTAMP '2026-01-01 23:00:00', 0)", ["1"]],
    ["timestampdiff", DAYS, ["-60"]],
    ["months_between", "(DATE '2026-03-30', DATE '2026-01-30', 0)", ["2"]],
    ["isodow", "(DATE '2026-02-01', '', 0)", ["7"]],
    ["initcap", "('green FLUORESCENT protein', '', 0)", ["Green Fluorescent Protein"]],
    ["nvl2", "('x', 'y', 0), (NULL, 'y', 0)", ["y", "else"]],
    ["ratio_to_report", "(1, '', 0), (3, '', 0)", ["0.25", "0.75"]],
    ["right", "('abc', '', 5), ('abc', '', 2), ('abc', '', 0)", ["abc", "bc", ""]],
    ["left", "('abc', '', 5), ('abc', '', 2), ('abc', '', 0)", ["abc", "ab", ""]],
    ["safe_divide", "(7, 2, 0), (7, 0, 0)", ["3.5", "null"]],
    ["sha", "('abc', '', 0)", ["a9993e364706816aba3e25717850c26c9cd0d89d"]],
    ["substring_index", TEXTS, ["a,b"]],
    ["substring_index", "('a,b', '', 5)", ["a,b"]],
    ["substr_count", "('part of parts', '', 0)", ["2"]],
    ["nullifzero", "(0, '', 0), (2, '', 0)", ["null", "2"]],
    ["replicate", "('ab', '', 3)", ["ababab"]],
    ["factorial", "(0, '', 5)", ["120"]],
    ["asinh", "(0e0, '', 0)", ["0"]],
    ["percentile_disc", "(1, '', 0), (3, '', 0), (2, '', 0)", ["2"]],
    ["stdevp", "(1, '', 0), (3, '', 0)", ["1"]],
    ["isnull", "(NULL, 5, 0)", ["5"]],
  ])("the replacement has the same value: %s of %s", async (name, rows, expected) => {
    const [expression = ""] = FOREIGN_FUNCTIONS.get(name) ?? [];
    const values = await valuesOf(expression, rows);
    expect(
      values.map((value) => (Number.isNaN(Number(value)) || value === "" ? value : String(Number(value)))),
    ).toEqual(expected);
  });
});
