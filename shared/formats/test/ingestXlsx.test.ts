import fc from "fast-check";
import { type CellValue, writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { column, ingest, SCALAR_COLUMNS, useFolder, values } from "../../../test/shared/formats/ingesting.ts";
import { sheetOf, workbookOf } from "../../../test/shared/formats/zipping.ts";

useFolder();

const AB = [column("a", "INT64"), column("b", "STRING")];

function workbook(rows: CellValue[][]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: [{ name: "data", rows }],
  });
}

describe("values of an XLSX file", () => {
  test("values are exact in every type", async () => {
    const columns = SCALAR_COLUMNS;
    const bytes = await workbook([
      ["f", "i", " S ", "b", "d", "t"],
      [0.1, 3.0, 'x\n"é😀",', true, new Date("2024-02-29"), new Date("2024-02-29T10:20:30.5Z")],
      [null, null, null, null, null, null],
      [1e300, 9007199254740991, 12.5, 0, "2024-01-01", "2024-01-01T00:00:00+01:00"],
      [null, "-9223372036854775808", "", "no", null, new Date("1999-12-31")],
      ["1e-3", -0, null, false],
    ]);
    expect(await values("XLSX", bytes, columns)).toEqual([
      ["3", 0.1, 'x\n"é😀",', true, "2024-02-29", "2024-02-29 10:20:30.5"],
      ["9007199254740991", 1e300, "12.5", false, "2024-01-01", "2023-12-31 23:00:00"],
      ["-9223372036854775808", null, null, false, null, "1999-12-31 00:00:00"],
      ["0", 0.001, null, false, null, null],
    ]);
  });
});

describe("refused cells of an XLSX file", () => {
  test("refused cells are identified by their spreadsheet row", async () => {
    const columns = [
      column("i", "INT64"),
      column("f", "FLOAT64"),
      column("s", "STRING"),
      column("d", "DATE"),
    ];
    const bytes = await workbook([
      ["i", "f", "s", "d"],
      [],
      [1.5, "#DIV/0!", "#N/A", 45000],
      [2 ** 53, true, new Date("2024-09-01"), new Date("2024-09-01T12:00:00Z")],
      ["x", new Date("2024-09-01"), "ok", "01.09.2024", "more"],
    ]);
    const turned = "the spreadsheet may have converted text or a number; format the cell as text or a number";
    const fix =
      "is a spreadsheet error, not a value; fix it, or, if it means a missing value, leave the cell empty";
    expect((await ingest("XLSX", bytes, columns)).sentences).toEqual([
      'variants.xlsx, line 3, column "i": "1.5" is not a whole number.',
      `variants.xlsx, line 3, column "f": "#DIV/0!" ${fix} or set "missing_values": ["#DIV/0!"].`,
      `variants.xlsx, line 3, column "s": "#N/A" ${fix} or set "missing_values": ["#N/A"].`,
      'variants.xlsx, line 3, column "d": "45000" is a number, not a date; give the cell a date format.',
      'variants.xlsx, line 4, column "i": "9007199254740992" is beyond 2^53, where a spreadsheet no longer keeps every digit; load the data as CSV.',
      'variants.xlsx, line 4, column "f": "TRUE" is a Boolean value, not FLOAT64.',
      `variants.xlsx, line 4, column "s": "2024-09-01" is a date, not STRING; ${turned}.`,
      'variants.xlsx, line 4, column "d": "2024-09-01T12:00:00.000Z" is a time of day, not a date alone.',
      "variants.xlsx, line 5: there is a value in column 5 (E), but the header has 4 columns.",
      'variants.xlsx, line 5, column "i": "x" is not a whole number.',
      `variants.xlsx, line 5, column "f": "2024-09-01" is a date, not FLOAT64; ${turned}.`,
      'variants.xlsx, line 5, column "d": "01.09.2024" is not a date in the form YYYY-MM-DD.',
    ]);
  });

  test("missing required values and invalid sequences are refused", async () => {
    const columns = [column("sequence", "STRING", { nullable: false }), column("f", "FLOAT64")];
    const bytes = await workbook([
      ["sequence", "f"],
      ["ACX", 0],
      [null, 1],
      ["AC", null],
    ]);
    expect((await ingest("XLSX", bytes, columns)).sentences).toEqual([
      'variants.xlsx, line 2, column "sequence": "ACX" has "X" at position 3; a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY; set the column\'s "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.',
      'variants.xlsx, line 3, column "sequence": a value is missing, but this column requires one.',
    ]);
  });
});

describe("unreadable XLSX files", () => {
  test("an empty file and a different header are rejected", async () => {
    expect((await ingest("XLSX", "", AB)).sentences).toEqual(["variants.xlsx: the file is empty."]);
    expect((await ingest("XLSX", await workbook([]), AB)).sentences).toEqual([
      "variants.xlsx: the sheet is empty.",
    ]);
    expect((await ingest("XLSX", await workbook([["a", "c"]]), AB)).sentences).toEqual([
      'variants.xlsx, line 1, column "b": this column is missing from the file; its header has a, c.',
      'variants.xlsx, line 1, column "c": this column is in the file but not in the table; the table\'s columns are a, b; to omit columns, use "ignored_columns".',
    ]);
  });

  test("a different kind of file and a truncated file are rejected", async () => {
    const damaged =
      "variants.xlsx: the file is damaged: it is not a complete ZIP archive, as required for XLSX.";
    expect((await ingest("XLSX", "a,b\n1,x\n", AB)).sentences).toEqual([
      'variants.xlsx: the file is text, not XLSX; if it is CSV, set "format": "CSV".',
    ]);
    const bytes = await workbook([
      ["a", "b"],
      [1, "x"],
    ]);
    expect((await ingest("XLSX", bytes.subarray(0, bytes.length / 2), AB)).sentences).toEqual([damaged]);
    const old = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    expect((await ingest("XLSX", old, AB)).sentences).toEqual([
      "variants.xlsx: the file is encrypted or in the legacy XLS format; save it as XLSX without a password.",
    ]);
  });
});

test("a word for a missing value among sequences is reported as one problem", async () => {
  const columns = [
    {
      ...column("seq", "STRING"),
      metadata: { ...column("seq", "STRING").metadata, kind: "AMINO_ACIDS" as const },
    },
  ];
  const rows = Array.from({ length: 20 }, () => ["MKTAYIAKQR"]);
  const bytes = await workbook([["seq"], ...rows, ["NA"], ...rows]);
  expect((await ingest("XLSX", bytes, columns)).sentences).toEqual([
    expect.stringMatching(
      /^variants\.xlsx, line 22, column "seq": "NA" looks like a word for a missing value/,
    ),
  ]);
});

test("numbers have the value that JavaScript parses from the digits in the file", async () => {
  const plain = fc.tuple(
    fc.integer({ min: -(10 ** 15), max: 10 ** 15 }),
    fc.stringMatching(/^(?:\.\d{1,22})?$/),
  );
  const digits = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    plain.map(([whole, fraction]) => `${whole}${fraction}`),
    fc.constantFrom("-0", "0.0", "007.50", "1E5", "-0.1234567890123456789", " 12.5 ", "123456789012345678"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(digits, { minLength: 1, maxLength: 40 }), async (numbers) => {
      const rows = numbers.map((number) => `<row><c><v>${number}</v></c></row>`);
      const sheet = sheetOf(`<row>${inlineCell("f")}</row>${rows.join("")}`);
      const cells = await values("XLSX", workbookOf({ sheet }), [column("f", "FLOAT64")]);
      expect(cells).toEqual(numbers.map((number) => [Number(number) === 0 ? 0 : Number(number)]));
    }),
    { seed: 5, numRuns: 30 },
  );
});

function inlineCell(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}
