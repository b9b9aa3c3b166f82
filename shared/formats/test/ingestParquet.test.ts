import { readFile, rm } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { ParquetSchema, ParquetWriter } from "parquetjs-lite";
import { describe, expect, test } from "vitest";
import {
  column,
  ingest,
  linesOf,
  list,
  newPath,
  query,
  useFolder,
  values,
} from "../../../test/shared/formats/ingesting.ts";
import { isWriterFault } from "../ingestOnce.ts";

useFolder();

async function parquetOf(sql: string): Promise<Buffer> {
  const path = newPath("parquet");
  await query(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

async function refusal(sql: string, wanted: Column): Promise<string[]> {
  return (await ingest("PARQUET", await parquetOf(sql), [wanted])).sentences;
}

describe("values of a Parquet file", () => {
  test("every lossless type is exact, in the table's column order", async () => {
    const columns = [
      column("name", "STRING"),
      column("i", "INT64"),
      column("small", "INT64"),
      column("u", "INT64"),
      column("f", "FLOAT64"),
      column("single", "FLOAT64"),
      column("whole", "FLOAT64"),
      column("b", "BOOL"),
      column("d", "DATE"),
      column("t", "TIMESTAMP"),
      column("z", "TIMESTAMP"),
      column("ms", "TIMESTAMP"),
      column("ns", "TIMESTAMP"),
    ];
    const bytes = await parquetOf(`
      SELECT (-9223372036854775808)::BIGINT AS I, 7::TINYINT AS small, 5::UBIGINT AS u, 0.1::DOUBLE AS f,
        1.5::FLOAT AS single, 3::INTEGER AS whole, true AS b, DATE '2024-02-29' AS d,
        TIMESTAMP '2024-01-01 10:00:00.123456' AS t, TIMESTAMPTZ '2024-01-01 10:00:00+02' AS z,
        TIMESTAMP_MS '2024-01-01 10:00:00.123' AS ms, TIMESTAMP_NS '2024-01-01 10:00:00.123456' AS ns, 'é😀' AS " name "
      UNION ALL SELECT 9007199254740993, NULL, NULL, 'nan'::DOUBLE, 'nan'::FLOAT, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ''`);
    expect(await values("PARQUET", bytes, columns)).toEqual([
      [
        "é😀",
        "-9223372036854775808",
        "7",
        "5",
        0.1,
        1.5,
        3,
        true,
        "2024-02-29",
        "2024-01-01 10:00:00.123456",
        "2024-01-01 08:00:00",
        "2024-01-01 10:00:00.123",
        "2024-01-01 10:00:00.123456",
      ],
      ["", "9007199254740993", null, null, null, null, null, null, null, null, null, null, null],
    ]);
  });

  test("values are exact inside lists and structs, whose fields are matched by name", async () => {
    const columns = [
      column("s", "STRUCT", { columns: [column("x", "INT64"), column("l", "ARRAY", list("FLOAT64"))] }),
      column("m", "ARRAY", list("STRUCT", { columns: [column("k", "STRING"), column("d", "DATE")] })),
    ];
    const bytes = await parquetOf(`
      SELECT {'L': [0.1::DOUBLE, 'nan', NULL], 'x': 9007199254740993::BIGINT} AS s,
        [{'d': DATE '2024-01-01', 'k': 'v'}, NULL] AS m
      UNION ALL SELECT NULL, [] UNION ALL SELECT {'L': NULL, 'x': NULL}, NULL`);
    expect(await values("PARQUET", bytes, columns)).toEqual([
      [{ x: "9007199254740993", l: [0.1, null, null] }, [{ k: "v", d: "2024-01-01" }, null]],
      [null, []],
      [{ x: null, l: null }, null],
    ]);
  });

  test("files written by other programs are read", async () => {
    const path = newPath("parquet");
    const writer = await ParquetWriter.openFile(
      new ParquetSchema({
        name: { type: "UTF8", optional: true, compression: "GZIP" },
        count: { type: "INT64", compression: "SNAPPY" },
        fitness: { type: "DOUBLE", optional: true },
        at: { type: "TIMESTAMP_MILLIS" },
        day: { type: "DATE" },
        kept: { type: "BOOLEAN" },
        replicates: { type: "DOUBLE", repeated: true },
        site: {
          optional: true,
          fields: { chain: { type: "UTF8" }, positions: { type: "INT32", repeated: true } },
        },
        tags: { repeated: true, fields: { key: { type: "UTF8" } } },
        pairs: {
          repeated: true,
          fields: { key: { type: "UTF8" }, value: { type: "INT64", optional: true } },
        },
      }),
      path,
    );
    const at = new Date("2024-01-01T10:00:00.123Z");
    await writer.appendRow({
      name: "é",
      count: 42,
      fitness: 0.1,
      at,
      day: new Date("2024-02-29"),
      kept: true,
      replicates: [1, 2.5],
      site: { chain: "A", positions: [5, 6] },
      tags: [{ key: "p" }, { key: "q" }],
      pairs: [{ key: "p", value: 1 }, { key: "q" }],
    });
    await writer.appendRow({ count: 0, at, day: at, kept: false, replicates: [], tags: [], pairs: [] });
    await writer.close();
    const key = column("key", "STRING");
    const columns = [
      column("name", "STRING"),
      column("count", "INT64"),
      column("fitness", "FLOAT64"),
      column("at", "TIMESTAMP"),
      column("day", "DATE"),
      column("kept", "BOOL"),
      column("replicates", "ARRAY", list("FLOAT64")),
      column("site", "STRUCT", {
        columns: [column("chain", "STRING"), column("positions", "ARRAY", list("INT64"))],
      }),
      column("tags", "ARRAY", list("STRUCT", { columns: [key] })),
      column("pairs", "ARRAY", list("STRUCT", { columns: [key, column("value", "INT64")] })),
    ];
    expect(await values("PARQUET", await readFile(path), columns)).toEqual([
      [
        "é",
        "42",
        0.1,
        "2024-01-01 10:00:00.123",
        "2024-02-29",
        true,
        [1, 2.5],
        { chain: "A", positions: ["5", "6"] },
        [{ key: "p" }, { key: "q" }],
        [
          { key: "p", value: "1" },
          { key: "q", value: null },
        ],
      ],
      [null, "0", null, "2024-01-01 10:00:00.123", "2024-01-01", false, [], null, [], []],
    ]);
  });
});

describe("refused Parquet columns", () => {
  test.each([
    ["1.5::DOUBLE", "INT64", "DOUBLE"],
    ["1.5::DECIMAL(10, 2)", "INT64", "DECIMAL (INT64)"],
    ["1::INTEGER", "STRING", "INT_32 (INT32)"],
    ["1::INTEGER", "BOOL", "INT_32 (INT32)"],
    ["'1'", "INT64", "UTF8 (BYTE_ARRAY)"],
    ["'x'::BLOB", "STRING", "BYTE_ARRAY"],
    ["DATE '2024-01-01'", "INT64", "DATE (INT32)"],
    ["DATE '2024-01-01'", "TIMESTAMP", "DATE (INT32)"],
    ["TIMESTAMP '2024-01-01'", "DATE", "TIMESTAMP (INT64)"],
    ["TIME '10:00'", "INT64", "TIME (INT64)"],
    ["[1]", "INT64", "LIST (group)"],
  ] as const)(
    "a column is refused because %s cannot be converted to %s without loss",
    async (value, type, storedType) => {
      expect(await refusal(`SELECT ${value} AS x`, column("x", type))).toEqual([
        `variants.parquet, column "x": the file has the type ${storedType}, which cannot be converted to ${type} without loss.`,
      ]);
    },
  );

  test("items of lists and fields of structs must match", async () => {
    expect(await refusal("SELECT [1.5::DOUBLE] AS x", column("x", "ARRAY", list("INT64")))).toEqual([
      'variants.parquet, column "x": in its items, the file has the type DOUBLE, which cannot be converted to INT64 without loss.',
    ]);
    const struct = column("x", "STRUCT", { columns: [column("a", "STRING")] });
    expect(await refusal("SELECT {'b': 'x'} AS x", struct)).toEqual([
      'variants.parquet, column "x": it lacks the field "a".',
    ]);
    expect(await refusal("SELECT {'a': 'x', 'b': 'x'} AS x", struct)).toEqual([
      'variants.parquet, column "x": it has the field "b", which is not in the table.',
    ]);
    expect(await refusal("SELECT MAP {'a': 'x'} AS x", struct)).toEqual([
      'variants.parquet, column "x": the file has the type MAP (group), which cannot be converted to STRUCT without loss.',
    ]);
  });

  test("a missing or additional column is refused", async () => {
    expect(await refusal("SELECT 1 AS y", column("x", "INT64"))).toEqual([
      'variants.parquet, column "x": this column is missing from the file; its header has y.',
      'variants.parquet, column "y": this column is in the file but not in the table; the table\'s columns are x; to omit columns, use "ignored_columns".',
    ]);
  });
});

describe("refused values of a Parquet file", () => {
  test("refused values are identified by row", async () => {
    const columns = [
      column("u", "INT64"),
      column("f", "FLOAT64", { nullable: false }),
      column("t", "TIMESTAMP"),
      column("my_sequence", "STRING"),
    ];
    const bytes = await parquetOf(`
      SELECT unnest([1, 18446744073709551615, 2]::UBIGINT[]) AS u, unnest(['1', 'nan', 'inf']::DOUBLE[]) AS f,
        unnest([TIMESTAMP_NS '2024-01-01 10:00:00.123456789', NULL, NULL]) AS t,
        unnest(['AC', 'ACX', NULL]) AS my_sequence`);
    expect((await ingest("PARQUET", bytes, columns)).sentences).toEqual([
      'variants.parquet, line 2, column "u": "18446744073709551615" is outside the range of INT64.',
      'variants.parquet, line 3, column "f": "inf" is infinite, which is not a measurement.',
      'variants.parquet, line 2, column "f": a value is missing, but this column requires one.',
      'variants.parquet, line 1, column "t": "2024-01-01 10:00:00.123456789" is finer than a microsecond; round it, or set "times": "ROUND".',
      'variants.parquet, line 2, column "my_sequence": "ACX" has "X" at position 3; a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY; set the column\'s "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.',
    ]);
  });

  test("values inside lists and structs are found", async () => {
    const item = { columns: [column("k", "STRING", { nullable: false })], nullable: false };
    const bytes = await parquetOf(
      "SELECT [{'k': 'a'}] AS l UNION ALL SELECT [{'k': NULL}, NULL] UNION ALL SELECT NULL",
    );
    expect((await ingest("PARQUET", bytes, [column("l", "ARRAY", list("STRUCT", item))])).sentences).toEqual([
      'variants.parquet, line 2, column "l[]": a value is missing, but this column requires one.',
      'variants.parquet, line 2, column "l[].k": a value is missing, but this column requires one.',
    ]);
  });

  test("each column and reason gets one sentence, and each value is reported", async () => {
    const bytes = await parquetOf("SELECT CASE WHEN i < 7 THEN i END AS x, i AS y FROM range(1341) AS r(i)");
    const columns = [column("x", "INT64", { nullable: false }), column("y", "INT64")];
    const { sentences, errors } = await ingest("PARQUET", bytes, columns);
    expect(errors).toEqual([
      'variants.parquet, column "x": a value is missing, but this column requires one: 1,334 cells, lines 8, 9, 10, 11, 12, ….',
    ]);
    expect(sentences).toHaveLength(1_334);
    expect([sentences[0], sentences[1_333]]).toEqual([
      expect.stringContaining("line 8,"),
      expect.stringContaining("line 1341,"),
    ]);
  });
});

test("a truncated file, or one that is not Parquet, is a problem", async () => {
  const bytes = await parquetOf("SELECT 1::BIGINT AS x");
  const wanted = [column("x", "INT64")];
  const cut = "variants.parquet: the file is not Parquet, or it is cut off.";
  expect((await ingest("PARQUET", "", wanted)).sentences).toEqual(["variants.parquet: the file is empty."]);
  expect((await ingest("PARQUET", "x\n1\n", wanted)).sentences).toEqual([
    'variants.parquet: the file is text, not PARQUET; if it is CSV, set "format": "CSV".',
  ]);
  expect((await ingest("PARQUET", Buffer.alloc(20), wanted)).sentences).toEqual([cut]);
  expect((await ingest("PARQUET", bytes.subarray(0, -20), wanted)).sentences).toEqual([cut]);
});

test("zeros next to missing values cause a warning", async () => {
  const bytes = await parquetOf(
    "SELECT unnest(['0', 'nan', NULL, '1']::DOUBLE[]) AS x, generate_subscripts([1, 2, 3, 4], 1) AS y",
  );
  const columns = [column("x", "FLOAT64"), column("y", "INT64")];
  expect((await ingest("PARQUET", bytes, columns)).warnings).toEqual([
    "x: 1 zero and 2 missing cells in one column; check that zero does not mean a missing value.",
  ]);
});

test("rows without any value are skipped and counted, and the other rows keep their numbers", async () => {
  const bytes = await parquetOf(
    "SELECT unnest([1, NULL, NULL, 4]) AS x, unnest(['a', NULL, 'c', NULL]) AS file_row_number",
  );
  const columns = [column("x", "INT64"), column("file_row_number", "STRING")];
  const { rows, warnings, target } = await ingest("PARQUET", bytes, columns);
  expect([rows, warnings]).toEqual([3, ["variants.parquet: 1 empty row was skipped."]]);
  expect(await linesOf(target)).toEqual([1, 3, 4]);
});

describe("numbers beyond FLOAT64's precision", () => {
  const digits =
    "has more digits than FLOAT64 can store; load the column as INT64 or STRING, or round it before uploading";

  test("numbers that lose digits are refused, and others are converted", async () => {
    const columns = ["i", "u", "d", "e"].map((name) => column(name, "FLOAT64"));
    const exact = await parquetOf(
      "SELECT 9007199254740992::BIGINT AS i, 18446744073709549568::UBIGINT AS u, 1.10::DECIMAL(20, 2) AS d, 7::DECIMAL(38, 0) AS e",
    );
    expect(await values("PARQUET", exact, columns)).toEqual([[2 ** 53, 2 ** 64 - 2 ** 11, 1.1, 7]]);
    const inexact =
      await parquetOf(`SELECT 1::BIGINT AS i, 1::UBIGINT AS u, 1::DECIMAL(20, 2) AS d, 1::DECIMAL(38, 0) AS e
      UNION ALL SELECT 9007199254740993, 18446744073709551615::UBIGINT, 123456789012345678.91, 12345678901234567890123`);
    expect((await ingest("PARQUET", inexact, columns)).sentences).toEqual([
      `variants.parquet, line 2, column "i": "9007199254740993" ${digits}.`,
      `variants.parquet, line 2, column "u": "18446744073709551615" ${digits}.`,
      `variants.parquet, line 2, column "d": "123456789012345678.91" ${digits}.`,
      `variants.parquet, line 2, column "e": "12345678901234567890123" ${digits}.`,
    ]);
  });
});

test("dates outside the years 1 to 9999 and text with NUL are rejected", async () => {
  const columns = [column("d", "DATE"), column("t", "TIMESTAMP"), column("s", "STRING")];
  const bytes = await parquetOf(`
    SELECT DATE '10000-01-01' AS d, TIMESTAMP '0000-12-31 23:59:59.999999' AS t, 'a' || chr(0) AS s
    UNION ALL SELECT DATE '9999-12-31', TIMESTAMP '9999-12-31 23:59:59.999999', 'b'
    UNION ALL SELECT DATE 'infinity', TIMESTAMP '-infinity', NULL
    UNION ALL SELECT DATE '0001-01-01', TIMESTAMP '0001-01-01', ''`);
  const years = "is not a date in the years 1 to 9999";
  expect((await ingest("PARQUET", bytes, columns)).sentences).toEqual([
    `variants.parquet, line 1, column "d": "10000-01-01" ${years}.`,
    `variants.parquet, line 3, column "d": "infinity" ${years}.`,
    `variants.parquet, line 1, column "t": "0001-12-31 (BC) 23:59:59.999999" ${years}.`,
    `variants.parquet, line 3, column "t": "-infinity" ${years}.`,
    'variants.parquet, line 1, column "s": "a\ufffd" contains an invalid text character.',
  ]);
});

test("a failure of the engine's writer is not treated as a problem in the file, and the step is retried", () => {
  const isFault = (message: string) => isWriterFault(new Error(message));
  expect(
    isFault("INTERNAL Error: Parquet writer: 16083 compressed page size out of range for type integer"),
  ).toBe(true);
  expect(isFault("INTERNAL Error: the footer of the file is damaged")).toBe(false);
  expect(isFault("Invalid Input Error: No magic bytes found at end of file")).toBe(false);
});
