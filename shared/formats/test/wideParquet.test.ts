import { readFile, rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { column, ingest, newPath, query, useFolder, values } from "../../../test/shared/formats/ingesting.ts";

useFolder();

const WIDTH = 300;
const NAMES = Array.from({ length: WIDTH }, (_, index) => `c${index}`);
const COLUMNS = NAMES.map((name) => column(name, "FLOAT64"));

/** Returns a Parquet file with the SQL values of some cells by row and column; all other cells contain the row number. */
async function wide(
  rows: number,
  cells: readonly { [name: string]: string | undefined }[],
  type = "DOUBLE",
): Promise<Buffer> {
  const path = newPath("parquet");
  const selected = Array.from({ length: rows }, (_, row) => {
    const values = NAMES.map((name) => `CAST(${cells[row]?.[name] ?? row + 1} AS ${type}) AS ${name}`);
    return `SELECT ${values.join(", ")}`;
  });
  await query(`COPY (${selected.join(" UNION ALL ")}) TO '${path}' (FORMAT parquet)`);
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

describe("numbers in a Parquet file with hundreds of columns", () => {
  test("finite, missing and extreme values are converted exactly", async () => {
    const cells = [
      { c0: "NULL", c7: "-1.7976931348623157e308", c299: "0.1" },
      { c0: "NULL", c7: "5e-324", c299: "'-0.0'" },
    ];
    const rows = await values("PARQUET", await wide(2, cells), COLUMNS);
    expect(rows.map((row) => [0, 1, 7, 299].map((index) => row[index]))).toEqual([
      [null, 1, -1.7976931348623157e308, 0.1],
      [null, 2, 5e-324, -0],
    ]);
  });

  test.each(["DOUBLE", "FLOAT"])("NaN becomes a missing value (%s)", async (type) => {
    const cells = [{}, { c0: "'nan'", c250: "'nan'" }, { c250: "NULL" }];
    const bytes = await wide(3, cells, type);
    const rows = await values("PARQUET", bytes, COLUMNS);
    expect(rows.map((row) => [0, 1, 250].map((index) => row[index]))).toEqual([
      [1, 1, 1],
      [null, 2, null],
      [3, 3, null],
    ]);
  });

  test("a column with only NaN is treated as missing", async () => {
    const rows = await values("PARQUET", await wide(2, [{ c9: "'nan'" }, { c9: "'nan'" }]), COLUMNS);
    expect(rows.map((row) => row[9])).toEqual([null, null]);
  });

  test("infinite values are reported with row and column, and nothing is stored", async () => {
    const cells = [{ c3: "'nan'" }, { c2: "'inf'" }, { c299: "'-inf'", c2: "'-inf'" }];
    const { sentences, rows, kept } = await ingest("PARQUET", await wide(3, cells), COLUMNS);
    expect({ rows, kept }).toEqual({ rows: 0, kept: false });
    expect(sentences).toEqual([
      expect.stringMatching(/line 2\b.*\bc2\b.*infinite/),
      expect.stringMatching(/line 3\b.*\bc2\b.*infinite/),
      expect.stringMatching(/line 3\b.*\bc299\b.*infinite/),
    ]);
  });

  test("infinite values are also reported next to other problems", async () => {
    const columns = COLUMNS.map((column, index) => (index === 5 ? { ...column, nullable: false } : column));
    const bytes = await wide(2, [{ c2: "'inf'" }, { c5: "'nan'" }]);
    const { sentences } = await ingest("PARQUET", bytes, columns);
    expect(sentences).toEqual([
      expect.stringMatching(/line 1\b.*\bc2\b.*infinite/),
      expect.stringMatching(/line 2\b.*\bc5\b.*missing/),
    ]);
  });

  test("rows with infinite values can be skipped", async () => {
    const bytes = await wide(3, [{}, { c2: "'inf'" }, { c2: "'nan'" }]);
    const { rows, leftOut } = await ingest("PARQUET", bytes, COLUMNS, { bad_rows: "SKIP" });
    expect({ rows, leftOut: leftOut?.rows }).toEqual({ rows: 2, leftOut: 1 });
  });
});

test("a row with a value only in its last column is kept, and a row without any value is skipped", async () => {
  const nothing = Object.fromEntries(NAMES.map((name) => [name, "NULL"]));
  const bytes = await wide(3, [nothing, { ...nothing, c299: "4.5" }, {}]);
  const { rows, kept, target } = await ingest("PARQUET", bytes, COLUMNS);
  expect({ rows, kept }).toEqual({ rows: 2, kept: true });
  const [first, second] = await query(`SELECT c0, c299, __line FROM '${target}' ORDER BY __line`);
  expect([first, second].map((row) => Object.values(row ?? {}).map(Number))).toEqual([
    [0, 4.5, 2],
    [3, 3, 3],
  ]);
});
