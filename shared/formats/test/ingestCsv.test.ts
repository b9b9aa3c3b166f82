import { readFile } from "node:fs/promises";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import { describe, expect, test } from "vitest";
import { column, ingest, list, query, useFolder, values } from "../../../test/shared/formats/ingesting.ts";

useFolder();

const AB = [column("a", "INT64"), column("b", "STRING")];

async function refusals(type: "INT64" | "FLOAT64" | "BOOL" | "DATE" | "TIMESTAMP", cells: string[]) {
  const text = `x,y\n${cells.map((cell) => `"${cell}",1\n`).join("")}`;
  const outcome = await ingest("CSV", text, [column("x", type), column("y", "INT64")]);
  expect(outcome.kept).toBe(false);
  return outcome.sentences;
}

async function cells(type: "INT64" | "FLOAT64" | "BOOL" | "DATE" | "TIMESTAMP", texts: string[]) {
  const rows = await values("CSV", `x,y\n${texts.map((text) => `${text},1\n`).join("")}`, [
    column("x", type),
    column("y", "INT64"),
  ]);
  return rows.map(([value]) => value);
}

describe("values of a CSV file", () => {
  test("integers are exact over the whole range", async () => {
    const texts = [
      "9223372036854775807",
      "-9223372036854775808",
      "9007199254740993",
      "+5",
      " 5 ",
      "007",
      "",
      '""',
      "-0",
    ];
    const exact = [
      "9223372036854775807",
      "-9223372036854775808",
      "9007199254740993",
      "5",
      "5",
      "7",
      null,
      null,
      "0",
    ];
    expect(await cells("INT64", texts)).toEqual(exact);
  });

  test("decimal numbers become the nearest double, and NaN is a missing value", async () => {
    const texts = [
      "0.1",
      "1e5",
      "-1.5E-3",
      " 2.5 ",
      ".5",
      "5.",
      "+1",
      "NaN",
      "nan",
      "",
      "5e-324",
      "1.7976931348623157e308",
    ];
    const exact = [0.1, 1e5, -0.0015, 2.5, 0.5, 5, 1, null, null, null, 5e-324, 1.7976931348623157e308];
    expect(await cells("FLOAT64", texts)).toEqual(exact);
  });

  test("booleans may be written in any common way", async () => {
    const texts = ["true", "False", "T", "f", "1", "0", "YES", "no", "y", "N", " true ", ""];
    const exact = [true, false, true, false, true, false, true, false, true, false, true, null];
    expect(await cells("BOOL", texts)).toEqual(exact);
  });

  test("dates are calendar days", async () => {
    expect(await cells("DATE", ["2024-02-29", "0001-01-01", "9999-12-31", " 2000-02-29 ", ""])).toEqual([
      "2024-02-29",
      "0001-01-01",
      "9999-12-31",
      "2000-02-29",
      null,
    ]);
  });

  test("times are UTC to the microsecond, from any time zone", async () => {
    const texts = [
      "2024-01-01T10:11:12.123456Z",
      "2024-01-01T00:11:12+02:00",
      "2024-01-01 10:11:12-0530",
      "2024-01-01 10:11",
      "2024-01-01",
      "2024-01-01T10:11:12.123456000",
      "2024-01-01T10:11+02",
    ];
    expect(await cells("TIMESTAMP", texts)).toEqual([
      "2024-01-01 10:11:12.123456",
      "2023-12-31 22:11:12",
      "2024-01-01 15:41:12",
      "2024-01-01 10:11:00",
      "2024-01-01 00:00:00",
      "2024-01-01 10:11:12.123456",
      "2024-01-01 08:11:00",
    ]);
  });

  test("strings are unchanged, and an empty string is not a missing value", async () => {
    const text = 'a,b\n1, padded \n2,""\n3,\n4,"é😀\n""x"",y"\n5,5\'3"" end\n';
    expect(await values("CSV", text, AB)).toEqual([
      ["1", " padded "],
      ["2", ""],
      ["3", null],
      ["4", 'é😀\n"x",y'],
      ["5", '5\'3"" end'],
    ]);
  });

  test("nested cells are JSON", async () => {
    const columns = [
      column("s", "STRUCT", {
        columns: [column("x", "INT64"), column("t", "TIMESTAMP"), column("f", "FLOAT64")],
      }),
      column("l", "ARRAY", list("ARRAY", list("DATE"))),
    ];
    const text = [
      "s,l",
      '"{""x"":9007199254740993,""t"":""2024-01-01T00:00:00+01:00"",""f"":0.1}","[[""2024-02-29"",null],[],null]"',
      '"{""f"":1e2}",[]',
      "null,",
      "{}, null ",
    ].join("\n");
    expect(await values("CSV", text, columns)).toEqual([
      [{ x: "9007199254740993", t: "2023-12-31 23:00:00", f: 0.1 }, [["2024-02-29", null], [], null]],
      [{ x: null, t: null, f: 100 }, []],
      [null, null],
      [{ x: null, t: null, f: null }, null],
    ]);
  });
});

describe("refused cells", () => {
  test("advice fits the column", async () => {
    const ingested = await ingest("CSV", "x,y\nn.d.,n.d.\ninf,1\n", [
      column("x", "FLOAT64", { nullable: false }),
      column("y", "INT64"),
    ]);
    expect(ingested.sentences).toEqual([
      'variants.csv, line 2, column "x": "n.d." is not a number; this column must have a value.',
      'variants.csv, line 2, column "y": "n.d." is not a whole number; if it means a missing value, leave the cell empty or set "missing_values": ["n.d."].',
      'variants.csv, line 3, column "x": "inf" is infinite, which is not a measurement; this column must have a value.',
    ]);
  });

  test("integers are checked", async () => {
    expect(
      await refusals("INT64", [
        "1.9",
        "1e3",
        "0x10",
        "1_000",
        "9223372036854775808",
        "5.0",
        "NA",
        "1,000",
        "foo",
      ]),
    ).toEqual([
      'variants.csv, line 2, column "x": "1.9" is not a whole number; make the column FLOAT64 if its values have decimals.',
      'variants.csv, line 3, column "x": "1e3" is written with an exponent; write only its digits, or make the column FLOAT64.',
      'variants.csv, line 4, column "x": "0x10" is not a whole number.',
      'variants.csv, line 5, column "x": "1_000" is not a whole number.',
      'variants.csv, line 6, column "x": "9223372036854775808" is outside the range of INT64.',
      'variants.csv, line 7, column "x": "5.0" is written with decimals; write only its digits, or make the column FLOAT64.',
      'variants.csv, line 8, column "x": "NA" is not a whole number; if it means a missing value, leave the cell empty or set "missing_values": ["NA"].',
      'variants.csv, line 9, column "x": "1,000" is not a whole number; use a decimal point and no thousands separators.',
      'variants.csv, line 10, column "x": "foo" is not a whole number.',
    ]);
  });

  test("decimal numbers are checked", async () => {
    expect(
      await refusals("FLOAT64", [
        "1.2abc",
        "1,5",
        "inf",
        "1e999",
        "1e-400",
        "#N/A",
        "1_0",
        "--1",
        "+-5",
        "null",
      ]),
    ).toEqual([
      'variants.csv, line 2, column "x": "1.2abc" is not a number.',
      'variants.csv, line 3, column "x": "1,5" is not a number; write a decimal point, not a comma, or set "decimal": ",".',
      'variants.csv, line 4, column "x": "inf" is infinite, which is not a measurement; if it means a missing value, leave the cell empty or set "missing_values": ["inf"].',
      'variants.csv, line 5, column "x": "1e999" is too large for FLOAT64.',
      'variants.csv, line 6, column "x": "1e-400" is too close to zero for FLOAT64.',
      'variants.csv, line 7, column "x": "#N/A" is not a number; if it means a missing value, leave the cell empty or set "missing_values": ["#N/A"].',
      'variants.csv, line 8, column "x": "1_0" is not a number.',
      'variants.csv, line 9, column "x": "--1" is not a number.',
      'variants.csv, line 10, column "x": "+-5" is not a number.',
      'variants.csv, line 11, column "x": "null" is not a number; if it means a missing value, leave the cell empty or set "missing_values": ["null"].',
    ]);
  });

  test("booleans, dates and times are checked", async () => {
    expect(await refusals("BOOL", ["maybe", "2"])).toEqual([
      'variants.csv, line 2, column "x": "maybe" is neither true nor false.',
      'variants.csv, line 3, column "x": "2" is neither true nor false.',
    ]);
    expect(
      await refusals("DATE", ["2023-02-29", "2024-2-9", "29.02.2024", "0000-01-01", "2024-01-01T00:00"]),
    ).toEqual([
      'variants.csv, line 2, column "x": "2023-02-29" is not a valid calendar date.',
      'variants.csv, line 3, column "x": "2024-2-9" is not a date in the form YYYY-MM-DD.',
      'variants.csv, line 4, column "x": "29.02.2024" is not a date in the form YYYY-MM-DD.',
      'variants.csv, line 5, column "x": "0000-01-01" is outside the years 1 to 9999.',
      'variants.csv, line 6, column "x": "2024-01-01T00:00" is a time, not just a date; write YYYY-MM-DD, or make the column TIMESTAMP.',
    ]);
    const times = ["2024-01-01T24:00:00", "2024-01-01T10:00:00.1234567", "2024-01-01T10:00:00+19:00", "noon"];
    expect(await refusals("TIMESTAMP", times)).toEqual([
      'variants.csv, line 2, column "x": "2024-01-01T24:00:00" is not a time of day.',
      'variants.csv, line 3, column "x": "2024-01-01T10:00:00.1234567" is finer than a microsecond; round it, or set "times": "ROUND".',
      'variants.csv, line 4, column "x": "2024-01-01T10:00:00+19:00" has a time zone that does not exist.',
      'variants.csv, line 5, column "x": "noon" is not a time in the form YYYY-MM-DDThh:mm:ss.ffffff with an optional zone (Z or +hh:mm).',
    ]);
  });

  test("required columns refuse empty cells", async () => {
    const columns = [column("a", "FLOAT64", { nullable: false }), column("b", "STRING", { nullable: false })];
    const { sentences } = await ingest("CSV", 'a,b\n1,""\nnan,x\n," "\n2,\n', columns);
    expect(sentences).toEqual([
      'variants.csv, line 3, column "a": a value is missing, but this column requires one.',
      'variants.csv, line 4, column "a": a value is missing, but this column requires one.',
      'variants.csv, line 5, column "b": a value is missing, but this column requires one.',
    ]);
  });

  test("sequences with letters other than the 20 amino acids are rejected with the position", async () => {
    const columns = [column("Parent_Sequence", "STRING"), column("n", "INT64")];
    const text = "parent_sequence,n\nACDEFGHIKLMNPQRSTVWY,1\nACBX,2\nacd,3\n😀A,4\nA*,5\n";
    const { sentences } = await ingest("CSV", text, columns);
    const rule = "a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY";
    expect(sentences).toEqual([
      `variants.csv, line 3, column "Parent_Sequence": "ACBX" has "B" at position 3; ${rule}; set the column's "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.`,
      `variants.csv, line 4, column "Parent_Sequence": "acd" has "a" at position 1; ${rule}; write it in capitals, or set "sequences": "NORMALIZE".`,
      `variants.csv, line 5, column "Parent_Sequence": "😀A" has "😀" at position 1; ${rule}.`,
      `variants.csv, line 6, column "Parent_Sequence": "A*" has "*" at position 2; ${rule}; remove the trailing stop, or set "sequences": "NORMALIZE".`,
    ]);
  });

  test("JSON of a different type is rejected with its location in the cell", async () => {
    const columns = [
      column("s", "STRUCT", { columns: [column("x", "INT64", { nullable: false })] }),
      column("l", "ARRAY", list("FLOAT64")),
    ];
    const text = [
      "s,l",
      '"{""x"":1.5}",[1]',
      "{},[1",
      '"{""x"":1,""y"":2}","[0.5,""a""]"',
      "[],[1] 2",
      '"{""x"":1,""x"":2}",NA',
    ];
    expect((await ingest("CSV", text.join("\n"), columns)).sentences).toEqual([
      'variants.csv, line 2, column "s.x": "1.5" is not a whole number; make the column FLOAT64 if its values have decimals.',
      'variants.csv, line 3, column "s.x": a value is missing, but this column requires one.',
      'variants.csv, line 3, column "l": "[1" is not JSON: it ends too early.',
      'variants.csv, line 4, column "s": "{"x":1,"y":2}" has the field "y", which is not in the column.',
      'variants.csv, line 4, column "l[1]": ""a"" is not a number.',
      'variants.csv, line 5, column "s": "[]" is not an object.',
      'variants.csv, line 5, column "l": "[1] 2" is not JSON: something follows its end.',
      'variants.csv, line 6, column "s": "{"x":1,"x":2}" has the field "x" twice.',
      'variants.csv, line 6, column "l": "NA" is not JSON at "N".',
    ]);
  });
});

describe("the shape of a CSV file", () => {
  test("columns are found by name (trimmed, ignoring case) or by source_name", async () => {
    const columns = [column("n", "INT64", { source_name: "Count input" }), column("name", "STRING")];
    expect(await values("CSV", "\ufeff NAME ,count INPUT\nx,1\n", columns)).toEqual([["1", "x"]]);
  });

  test("missing, additional, duplicate and nameless columns are problems", async () => {
    const { sentences } = await ingest("CSV", "a,c,A,\n1,2,3,4\n", AB);
    expect(sentences).toEqual([
      'variants.csv, line 1, column "A": the file contains this column twice; identify each by its position, such as "source_name": "A (column 3)", or omit this column with "ignored_columns": ["A (column 3)"].',
      'variants.csv, line 1: column 4 of the file has no name; give it one, or ignore it with "ignored_columns": [""].',
      'variants.csv, line 1, column "b": this column is missing from the file; its header has a, c, A, .',
      'variants.csv, line 1, column "c": this column is in the file but not in the table; the table\'s columns are a, b; to omit columns, use "ignored_columns".',
    ]);
  });

  test("rows with the wrong number of cells are identified by their physical line", async () => {
    const text = 'a,b\r\n1,"x\r\ny\r\nz"\r\n2\r\n\r\n3,x,\r\n4,"p\nq",r\r\nfoo,x\r\n5,"line\n","x"\n';
    expect((await ingest("CSV", text, AB)).sentences).toEqual([
      "variants.csv, line 5: the row has 1 cell, but the header has 2.",
      "variants.csv, line 7: the row has 3 cells, but the header has 2.",
      "variants.csv, line 8: the row has 3 cells, but the header has 2.",
      'variants.csv, line 10, column "a": "foo" is not a whole number.',
      "variants.csv, line 11: the row has 3 cells, but the header has 2.",
    ]);
  });

  test("a cell after a multi-line cell is identified by its line", async () => {
    const { sentences } = await ingest("CSV", 'b,a\n"1\n2\n3",x\n', AB);
    expect(sentences).toEqual(['variants.csv, line 4, column "a": "x" is not a whole number.']);
    const last = await ingest("CSV", 'b,a\n"1\n2",x', AB);
    expect(last.sentences).toEqual(['variants.csv, line 3, column "a": "x" is not a whole number.']);
  });

  test.each([
    ["LF", "a,b\n1,x\n2,y\n"],
    ["CRLF", "a,b\r\n1,x\r\n2,y\r\n"],
    ["CR", "a,b\r1,x\r2,y\r"],
    ["a mixture", "a,b\r\n1,x\n2,y\r"],
    ["no last line end", "a,b\n1,x\n2,y"],
    ["blank lines", "\n\na,b\n\n1,x\n\n\n2,y\n\n"],
    ["a byte order mark", "\ufeffa,b\n1,x\n2,y\n"],
    ["spaces around quotes", 'a,b\n1, "x"\n"2" ,"y"  \n'],
  ])("rows end with %s", async (_, text) => {
    expect(await values("CSV", text, AB)).toEqual([
      ["1", "x"],
      ["2", "y"],
    ]);
  });

  test("tabs separate the cells of a TSV file", async () => {
    expect(await values("TSV", 'a\tb\n1\tx,y\n2\t"p\tq"\n', AB)).toEqual([
      ["1", "x,y"],
      ["2", "p\tq"],
    ]);
  });

  test("in a single column, neither a blank line nor a quoted empty cell is a row", async () => {
    expect(await values("CSV", 'x\n\n1\n""\n\n2\n\n', [column("x", "INT64")])).toEqual([["1"], ["2"]]);
  });

  test("unclosed and prematurely closed quotes are problems", async () => {
    expect((await ingest("CSV", 'a,b\n1,x\n2,"y\n3,z\n', AB)).sentences).toEqual([
      "variants.csv, line 3: a quoted cell in this row is never closed.",
    ]);
    expect((await ingest("CSV", 'a,b\n1,"x"y\n2,z\nq,z\n', AB)).sentences).toEqual([
      "variants.csv, line 2: text follows a closing quote; a quote inside a quoted cell must be doubled.",
      'variants.csv, line 4, column "a": "q" is not a whole number.',
    ]);
  });

  test("bytes that are not UTF-8 are problems", async () => {
    const latin = Buffer.from("a,b\n1,x\n2,caf\u00e9\n", "latin1");
    expect((await ingest("CSV", latin, AB)).sentences).toEqual([
      'variants.csv, line 3: the text is not UTF-8; if it is Latin-1 or WINDOWS-1252, set "encoding": "WINDOWS-1252", or save the file as UTF-8 text.',
    ]);
    const utf16 = Buffer.from("\ufeffa,b\n1,x\n", "utf16le");
    expect((await ingest("CSV", utf16, AB)).sentences).toEqual([
      'variants.csv: the file is UTF-16; set "encoding": "UTF-16", or save it as UTF-8 text.',
    ]);
    expect((await ingest("CSV", "a,b\n1,x\0\n", AB)).sentences).toEqual([
      "variants.csv, line 2: the text contains a NUL character: it is damaged or was not saved as UTF-8 text.",
    ]);
  });

  test("an empty file is a problem, and a file with only a header is a warning", async () => {
    expect((await ingest("CSV", "", AB)).sentences).toEqual(["variants.csv: the file is empty."]);
    expect((await ingest("CSV", "\n\n", AB)).sentences).toEqual(["variants.csv: the file is empty."]);
    const header = await ingest("CSV", "a,b\n", AB);
    expect(header).toMatchObject({
      rows: 0,
      kept: true,
      warnings: ["variants.csv has a header but no rows."],
    });
  });

  test("a row of more than two million bytes is a problem", async () => {
    const { sentences } = await ingest("CSV", `a,b\n1,x\n2,${"y".repeat(3_000_000)}\n`, AB);
    expect(sentences).toEqual([
      "variants.csv, line 3: the row is longer than 2,000,000 bytes; a quote may not be closed.",
    ]);
    expect(await values("CSV", `a,b\n1,${"y".repeat(1_999_990)}\n`, AB)).toHaveLength(1);
  });
});

test("problems of a column are described in one sentence, and each one is reported", async () => {
  const { sentences, errors } = await ingest("CSV", `a,b\n${"x,y\n".repeat(1_334)}`, AB);
  expect(errors).toEqual([
    'variants.csv, column "a": "x" is not a whole number: 1,334 cells, lines 2, 3, 4, 5, 6, ….',
  ]);
  expect(sentences).toHaveLength(1_334);
  expect(sentences[1_333]).toContain("line 1335,");
});

test("a file far larger than any buffer keeps its rows, their order and their line numbers", async () => {
  const columns = [column("n", "INT64"), column("note", "STRING"), column("sequence", "STRING")];
  const residues = "ACDEFGHIKLMNPQRSTVWY".repeat(10);
  const lines = Array.from(
    { length: 50_000 },
    (_, n) => `${n},"first ""${n}""\nsecond, ${n}","${residues}"\n`,
  );
  const content = `n,note,sequence\n${lines.join("")}`;
  expect(content.length).toBeGreaterThan(10_000_000);
  const { target, rows } = await ingest("CSV", content, columns);
  expect(rows).toBe(50_000);
  const [result] = await query(`
    SELECT bool_and(n = file_row_number), bool_and(note = format(E'first "{0}"\\nsecond, {0}', n)), min(sequence), max(sequence)
    FROM read_parquet('${target}', file_row_number = true)`);
  expect(result).toEqual([true, true, residues, residues]);
  expect((await ingest("CSV", `${content}x,y,z\n`, columns)).sentences[0]).toBe(
    'variants.csv, line 100002, column "n": "x" is not a whole number.',
  );
});

test("zeros next to missing cells cause a warning", async () => {
  const columns = [column("fitness", "FLOAT64"), column("count", "INT64"), column("name", "STRING")];
  const { warnings } = await ingest("CSV", "fitness,count,name\n0.0,1,0\n-0,2,\n,,\nnan,0,\n", columns);
  expect(warnings).toEqual([
    "variants.csv: 1 empty row was skipped.",
    "fitness: 2 zeros and 1 missing cell in one column; check that zero does not mean a missing value.",
  ]);
});

test("the target file is Parquet with zstd and has exactly the columns' types", async () => {
  const columns = [
    column("t", "TIMESTAMP"),
    column("i", "INT64"),
    column("f", "FLOAT64"),
    column("s", "STRING"),
    column("b", "BOOL"),
    column("d", "DATE"),
    column("l", "ARRAY", list("INT64")),
  ];
  const { target, bytes } = await ingest(
    "CSV",
    "i,f,s,b,d,t,l\n1,1,1,1,2024-01-01,2024-01-01,[1]\n",
    columns,
  );
  expect((await readFile(target)).length).toBe(bytes);
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(target));
  const leaves = metadata.schema.filter(({ type }) => type !== undefined);
  expect(
    leaves.map(({ name, type, logical_type, converted_type }) => [
      name,
      type,
      logical_type?.type ?? converted_type,
    ]),
  ).toEqual([
    ["t", "INT64", "TIMESTAMP"],
    ["i", "INT64", "INT_64"],
    ["f", "DOUBLE", undefined],
    ["s", "BYTE_ARRAY", "UTF8"],
    ["b", "BOOLEAN", undefined],
    ["d", "INT32", "DATE"],
    ["element", "INT64", "INT_64"],
    ["__line", "INT64", "INT_64"],
  ]);
  expect(leaves[0]?.logical_type).toMatchObject({ unit: "MICROS" });
  for (const { meta_data } of metadata.row_groups.flatMap(({ columns }) => columns)) {
    expect(meta_data?.codec).toBe("ZSTD");
  }
});

// Reading each of these rows took minutes or longer, because the time grew with the square of the text length.
describe("the longest rows of a CSV file are read in linear time", () => {
  const MEGABYTE = 1_000_000;

  test.each([
    ["spaces between two letters", `x${" ".repeat(MEGABYTE)}x`],
    ["digits before a letter", `${"1".repeat(MEGABYTE)}x`],
    ["spaces before a quote that does not come", `${" ".repeat(MEGABYTE)}x`],
    ["commas between digits", `"${"1,".repeat(MEGABYTE / 2)}"`],
  ])("%s", async (_, cell) => {
    const { sentences } = await ingest("CSV", `a,b\n${cell},1\n`, [
      column("a", "FLOAT64"),
      column("b", "INT64"),
    ]);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(/^variants.csv, line 2, column "a": ".{1,200}" is not a number/);
  });

  test("2,000 invalid cells after a cell with many lines", async () => {
    const columns = Array.from({ length: 2000 }, (_, index) =>
      column(`c${index}`, index === 0 ? "STRING" : "INT64"),
    );
    const row = [`"${"x\n".repeat(MEGABYTE / 4)}"`, ...columns.slice(1).map(() => "x")].join(",");
    const content = `${columns.map(({ name }) => name).join(",")}\n${`${row}\n`.repeat(20)}`;
    const { sentences } = await ingest("CSV", content, columns);
    expect(sentences[0]).toBe('variants.csv, line 250002, column "c1": "x" is not a whole number.');
    expect(sentences).toHaveLength(39_980);
  });

  test("a header of 500,000 columns", async () => {
    const columns = [column("a", "INT64"), column("b", "INT64")];
    expect((await ingest("CSV", `a,b${",x".repeat(500_000)}\n`, columns)).sentences).toEqual([
      "variants.csv, line 1: the file has 500,002 columns, but at most 10,000 can be read; delete those that are not in the table.",
    ]);
  });
});
