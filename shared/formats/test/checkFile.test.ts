import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { check, column, newPath, query, useFolder } from "../../../test/shared/formats/ingesting.ts";

useFolder();

const AB = [column("a", "INT64"), column("b", "STRING")];

describe("the check at upload", () => {
  test("files with the right header and shape pass regardless of their values", async () => {
    expect(await check("CSV", "b,a\nx,not a number\n", AB)).toEqual([]);
    expect(await check("TSV", "a\tb\n1\tx\n", AB)).toEqual([]);
    expect(await check("NDJSON", '{"a":1}\n{"b":2}\n', AB)).toEqual([]);
    const rows = [
      ["a", "b"],
      ["x", 1],
    ];
    expect(await check("XLSX", await writeXlsx({ sheets: [{ name: "s", rows }] }), AB)).toEqual([]);
    expect(await check("PARQUET", await parquetOf("SELECT 1 AS a, 'x' AS b"), AB)).toEqual([]);
  });

  test("missing header columns are named in every format", async () => {
    const lacks = 'column "b": this column is missing from the file; its header has a.';
    expect(await check("CSV", "a\n1\n", AB)).toEqual([`variants.csv, line 1, ${lacks}`]);
    expect(await check("TSV", "a\n1\n", AB)).toEqual([`variants.tsv, line 1, ${lacks}`]);
    const xlsx = await writeXlsx({ sheets: [{ name: "s", rows: [["a"]] }] });
    expect(await check("XLSX", xlsx, AB)).toEqual([`variants.xlsx, line 1, ${lacks}`]);
    expect(await check("PARQUET", await parquetOf("SELECT 1 AS a"), AB)).toEqual([
      `variants.parquet, ${lacks}`,
    ]);
    expect(await check("NDJSON", '{"a":1,"c":1}\n', AB)).toEqual([
      'variants.ndjson, line 1, column "c": this column is in the file but not in the table; the table\'s columns are a, b; to omit columns, use "ignored_columns".',
    ]);
  });

  test("the cells of the first 1,000 rows are counted", async () => {
    const good = "1,x\n".repeat(998);
    expect(await check("CSV", `a,b\n${good}1\n`, AB)).toEqual([
      "variants.csv, line 1000: the row has 1 cell, but the header has 2.",
    ]);
    expect(await check("CSV", `a,b\n${good}1,x\n1,x\n1\n`, AB)).toEqual([]);
  });

  test("empty files and other formats are recognized", async () => {
    expect(await check("CSV", "", AB)).toEqual(["variants.csv: the file is empty."]);
    expect(await check("NDJSON", "", AB)).toEqual(["variants.ndjson: the file is empty."]);
    expect(await check("XLSX", "", AB)).toEqual(["variants.xlsx: the file is empty."]);
    expect(await check("PARQUET", "", AB)).toEqual(["variants.parquet: the file is empty."]);
    expect(await check("NDJSON", "a,b\n", AB)).toEqual([
      "variants.ndjson, line 1: the line is not a JSON object.",
    ]);
    expect(await check("PARQUET", await parquetOf("SELECT 1.5::DOUBLE AS a, 'x' AS b"), AB)).toEqual([
      'variants.parquet, column "a": the file has the type DOUBLE, which cannot be converted to INT64 without loss.',
    ]);
  });
});

test("the check does not load the engine, which is too large for its function", async () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = await readFile(path, "utf8");
    for (const [, type, from = ""] of text.matchAll(/^(?:import|export)( type)?[^"']*from "([^"]+)"/gm)) {
      if (type !== undefined) continue;
      if (from.startsWith(".")) await visit(resolve(dirname(path), from));
      else if (from.startsWith("#shared/")) await visit(resolve(from.slice(1)));
      else packages.add(from);
    }
  };
  await visit(resolve("shared/formats/checkFile.ts"));
  expect(packages).toContain("hyparquet");
  expect([...packages].filter((name) => name.includes("duckdb"))).toEqual([]);
});

async function parquetOf(sql: string): Promise<Buffer> {
  const path = newPath("parquet");
  await query(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  return readFile(path);
}
