import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { column, ingest, newPath, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { sheetOf, workbookOf, zipOf } from "../../../test/shared/formats/zipping.ts";
import { byNight, isNightly, sampledRuns } from "../../../test/support/byNight.ts";
import { UnreadableXlsx } from "../xlsx/unreadableXlsx.ts";
import { eachRow, XlsxSheet } from "../xlsx/xlsxRows.ts";
import { FormattedNumber, type XlsxValue } from "../xlsx/xlsxValue.ts";

useFolder();

/** Values of each row, or the reason that the file cannot be read. */
async function read(bytes: Uint8Array): Promise<XlsxValue[][] | string> {
  const path = newPath("xlsx");
  await writeFile(path, bytes);
  const rows: XlsxValue[][] = [];
  try {
    for await (const { values } of eachRow(await XlsxSheet.open(await readFile(path)))) rows.push(values);
  } catch (error) {
    if (error instanceof UnreadableXlsx) return error.message;
    throw error;
  }
  return rows;
}

function inlineCell(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

const sharedCell = (index: number): string => `<c t="s"><v>${index}</v></c>`;
const CANNOT = "the file cannot be read as XLSX";
const TOO_MANY = "the sheet has more than 20,000,000 cells or 1,048,576 rows; load the data as CSV";

describe("the rows of a workbook", () => {
  test("the rows of a workbook have the values that were written", async () => {
    const rows = [
      ["a", 1, true, null, "&<>\"'"],
      [null, null, -0.5, "é😀", "  x\ny "],
      ["_", 1e300, false, 'say ""', "a"],
    ];
    expect(await read(await writeXlsx({ sheets: [{ name: "s", rows }] }))).toEqual(rows);
  });

  test("cells are dates by style, in the 1900 and 1904 systems", async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm"/><numFmt numFmtId="165" formatCode="0.00"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const row = "0123".replace(/./g, '<c s="$&"><v>45000</v></c>');
    const date = new Date("2023-03-15");
    const format = { kind: "fixed", digits: 1, decimals: 2, isPercent: false } as const;
    const fixed = new FormattedNumber(45000, format);
    const sheet = sheetOf(`<row>${row}</row>`);
    expect(await read(workbookOf({ sheet, styles }))).toEqual([[45000, date, date, fixed]]);
    const workbook =
      '<workbook><workbookPr date1904="1"/><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>';
    const later = new Date("2027-03-16");
    expect(await read(workbookOf({ sheet, styles, workbook }))).toEqual([[45000, later, later, fixed]]);
  });

  test("rows are found in any XML notation", async () => {
    const strings =
      '<x:sst><x:si><x:t>a &gt; b</x:t></x:si><!-- <si/> --><si><r><rPr><b/></rPr><t>ru</t></r><r><t>ns</t></r><rPh sb="0"><t>no</t></rPh></si><si/></x:sst>';
    const sheet =
      '<?xml version="1.0"?><x:worksheet><x:dimension ref="A1:XFD9"/><x:sheetData>' +
      `<x:row r = '3'><x:c r="B3" t="s"><x:v>0</x:v></x:c><x:c t="s"><f>A1 &lt; 2</f><x:v>1</x:v></x:c></x:row>` +
      `<row r="5">${sharedCell(2)}<c r="C5" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>` +
      '<row title=">"><c t="str"><v><![CDATA[1 < 2 & 3]]></v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>' +
      "</x:sheetData></x:worksheet>";
    const path = newPath("xlsx");
    await writeFile(path, workbookOf({ sheet, strings }));
    const rows = [];
    for await (const { line, values } of eachRow(await XlsxSheet.open(await readFile(path))))
      rows.push({ line, values });
    expect(rows).toEqual([
      { line: 3, values: [null, "a > b", "runs"] },
      { line: 5, values: [null, null, "inline"] },
      { line: 6, values: ["1 < 2 & 3", true, "#N/A"] },
    ]);
  });

  test("cells keep unpaired surrogates, which the value rules reject", async () => {
    const strings = "<sst><si><t>&#xD83D;</t></si><si><t>b</t></si></sst>";
    const sheet = sheetOf(`<row>${sharedCell(0)}${sharedCell(1)}</row>`);
    expect(await read(workbookOf({ sheet, strings }))).toEqual([["\ud83d", "b"]]);
  });

  test("rows are the same for any chunking of the XML", async () => {
    const text = fc.string({ unit: "binary", maxLength: 40 }).map((some) => some.replace(/[^ -\ud7ff]/g, ""));
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    const row = fc.array(value, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 400 }), async (rows) => {
        const expected = rows
          .map((values) =>
            values.slice(0, values.findLastIndex((value) => value !== null && value !== "") + 1),
          )
          .filter((values) => values.length > 0)
          .map((values) => values.map((value) => (value === "" ? null : value)));
        const rowsRead = await read(await writeXlsx({ sheets: [{ name: "s", rows }] }));
        if (typeof rowsRead === "string") throw new Error(rowsRead);
        expect(rowsRead.map((values) => values.map((value) => (value === "" ? null : value)))).toEqual(
          expected,
        );
      }),
      { numRuns: sampledRuns(40) },
    );
  });
});

describe("oversized workbooks are refused", () => {
  test("a workbook with too many rows, including empty ones, is refused", async () => {
    expect(await read(workbookOf({ sheet: sheetOf("<row/>".repeat(1_048_577)) }))).toBe(TOO_MANY);
    expect(await read(workbookOf({ sheet: sheetOf('<row r="1048577"/>') }))).toBe(TOO_MANY);
  });

  test("a workbook with too many cells, including empty cells before an isolated one, is rejected", async () => {
    expect(
      await read(workbookOf({ sheet: sheetOf(`<row>${"<c/>".repeat(10_000)}</row>`.repeat(2_001)) })),
    ).toBe(TOO_MANY);
    const lonely = Array.from({ length: 2_000 }, (_, n) => `<row><c r="XFD${n + 1}"><v>1</v></c></row>`);
    expect(await read(workbookOf({ sheet: sheetOf(lonely.join("")) }))).toBe(TOO_MANY);
  });

  byNight("a workbook with rows that are large because of many columns is rejected", async () => {
    const columns = Array.from({ length: 2000 }, (_, index) => column(`c${index}`, "INT64"));
    const header = `<row>${columns.map(({ name }) => inlineCell(name)).join("")}</row>`;
    const sheet = sheetOf(header + "<row><c><v>1</v></c></row>".repeat(20_000));
    expect((await ingest("XLSX", workbookOf({ sheet }), columns)).sentences).toEqual([
      `variants.xlsx: ${TOO_MANY}.`,
    ]);
  });

  test("a workbook is rejected if a cell, a row or its total text is too long", async () => {
    const long = "x".repeat(1_900_000);
    const strings = `<sst><si><t>${long}</t></si></sst>`;
    const tooLong = "a cell has more than 2,000,000 characters; load the data as Parquet";
    expect(await read(workbookOf({ sheet: sheetOf(`<row>${inlineCell(`${long}${long}`)}</row>`) }))).toBe(
      tooLong,
    );
    expect(await read(workbookOf({ sheet: sheetOf(`<row><c><v>${long}${long}</v></c></row>`) }))).toBe(
      tooLong,
    );
    const twice = sheetOf(`<row>${sharedCell(0)}${sharedCell(0)}</row>`);
    expect(await read(workbookOf({ sheet: twice, strings }))).toBe(
      "row 1 is too long; load the data as Parquet",
    );
    const often = sheetOf(`<row>${sharedCell(0)}</row>`.repeat(600));
    expect(await read(workbookOf({ sheet: often, strings }))).toBe(
      "the sheet has more than 1,000,000,000 characters; load the data as Parquet",
    );
  });

  test("a workbook with a part that is too large when inflated is refused", async () => {
    const styles = Buffer.alloc(20_000_001, " ");
    const sheet = sheetOf("<row/>");
    expect(await read(workbookOf({ sheet, styles }))).toBe(
      "xl/styles.xml inside the file is too large: it decompresses to more than 20 MB; load the data as CSV",
    );
    const lying = { path: "xl/sharedStrings.xml", content: Buffer.alloc(50_000_000), told: 1_000 };
    expect(await read(workbookOf({ sheet, more: [lying] }))).toMatch(/is damaged/);
  });

  test("a workbook with too many parts is refused", async () => {
    const more = Array.from({ length: 10_000 }, (_, index) => ({ path: `xl/${index}`, content: "" }));
    expect(await read(workbookOf({ sheet: sheetOf("<row/>"), more }))).toBe(
      "there are more than 10,000 parts inside the file; load the data as CSV",
    );
  });
});

describe("a file that is not a workbook is refused", () => {
  const tooLong = `${CANNOT}: its XML has a tag of more than 65,536 characters`;
  const cutOff = `${CANNOT}: its XML is cut off`;

  const byNightOnly = ["a comment that never ends", "a text that never ends"];
  const files: [content: string, sheet: string, reason: string][] = [
    ["a tag that never ends", `<worksheet><row a="${"x".repeat(50_000_000)}`, tooLong],
    ["a tag of many attributes", `<worksheet><row ${'a="" '.repeat(100_000)}/>`, tooLong],
    ["a closing tag that never ends", `<worksheet></${"x".repeat(1_000_000)}`, tooLong],
    ["a comment that never ends", `<worksheet><!--${"-".repeat(50_000_000)}`, cutOff],
    ["a text that never ends", `<worksheet><![CDATA[${"]".repeat(50_000_000)}`, cutOff],
    ["tags within tags", "<a>".repeat(10_000_000), cutOff],
    [
      "entities of its own",
      '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>',
      `${CANNOT}: its XML has a document type`,
    ],
    [
      "a cell outside of the sheet",
      sheetOf('<row><c r="XFE1"/></row>'),
      "row 1 has a cell outside the 16,384 columns of a sheet",
    ],
    [
      "a row without a number",
      sheetOf(`<row r="${"x".repeat(1_000)}"/>`),
      `a row has the number "${"x".repeat(20)}…", which is not a row number`,
    ],
  ];

  test.each(files.filter(([content]) => isNightly || !byNightOnly.includes(content)))(
    "a file with %s is refused",
    async (_, sheet, reason) => {
      expect(await read(workbookOf({ sheet }))).toBe(reason);
    },
  );

  test("a file with missing parts is refused", async () => {
    expect(await read(zipOf({ path: "a", content: "" }))).toBe(`${CANNOT}: _rels/.rels is missing`);
    expect(await read(workbookOf({ sheet: "", workbook: "<workbook/>" }))).toBe(
      `${CANNOT}: it has no sheets`,
    );
  });

  test("a file with a duplicate path is refused", async () => {
    const more = [{ path: "xl/worksheets/sheet1.xml", content: sheetOf("") }];
    expect(await read(workbookOf({ sheet: sheetOf(""), more }))).toMatch(/is damaged/);
  });

  test.each([
    ['<row r="2"/><row r="2"/>', "row 2 follows row 2, but rows must be in order"],
    ['<row r="5"/><row r="3"/>', "row 3 follows row 5, but rows must be in order"],
    ['<row><c r="B1"><v>1</v></c><c r="B1"><v>2</v></c></row>', "cell B1 is in the file twice"],
    ['<row r="2"><c r="B3"><v>1</v></c></row>', "row 2 has a cell of row 3"],
    ['<row r="2"><c  r="B3"><v>1</v></c></row>', "row 2 has a cell of row 3"],
    ["<row><c><v>1</v><v>2</v></c></row>", "cell A1 has two values"],
    ['<row><c t="inlineStr"><is><t>a</t></is><is><t>b</t></is></c></row>', "cell A1 has two values"],
    [
      '<row><c t="s"><v>1</v></c></row>',
      'cell A1 refers to the text number "1", which the file does not contain',
    ],
    [
      '<row><c t="s"><v>-1</v></c></row>',
      'cell A1 refers to the text number "-1", which the file does not contain',
    ],
    ['<row><c t="zz"><v>1</v></c></row>', 'cell A1 has the unknown type "zz"'],
  ])("a sheet whose values readers understand differently is refused: %s", async (rows, reason) => {
    expect(await read(workbookOf({ sheet: sheetOf(rows), strings: "<sst><si><t>a</t></si></sst>" }))).toBe(
      reason,
    );
  });

  test("a cell without a value is empty, and other notations of numbers and Boolean values are texts", async () => {
    const cells =
      '<c t="s"/><c t="b"/><c t="b"><v>2</v></c><c><v>0x10</v></c><c><v>0b1</v></c><c t="b"><v>0</v></c>';
    expect(await read(workbookOf({ sheet: sheetOf(`<row>${cells}</row>`) }))).toEqual([
      [null, null, "2", "0x10", "0b1", false],
    ]);
  });

  test("a modified workbook is refused with a reason", async () => {
    const real = workbookOf({
      sheet: sheetOf(`<row>${inlineCell("a")}${sharedCell(0)}<c s="0"><v>1</v></c></row>`),
      strings: "<sst><si><t>b</t></si></sst>",
      styles: '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    });
    const bytes = fc.record({ at: fc.nat(real.length - 1), put: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 6 }), async (changes) => {
        const changed = Buffer.from(real);
        for (const { at, put } of changes) changed[at] = put;
        await read(changed);
      }),
      { numRuns: sampledRuns(400) },
    );
    const words = [
      "<",
      ">",
      "/",
      "row",
      "c",
      " r=",
      '"A1"',
      "v",
      "is",
      "t",
      "&",
      "#x41;",
      "<!--",
      "-->",
      "<v>",
      "</v>",
      "</c>",
      "</row>",
      "1",
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 60 }), async (some) => {
        await read(workbookOf({ sheet: sheetOf(`<row><c>${some.join("")}</c></row>`) }));
      }),
      { numRuns: sampledRuns(400) },
    );
  });
});
