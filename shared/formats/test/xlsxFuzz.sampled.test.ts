import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newPath, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { sheetOf } from "../../../test/shared/formats/zipping.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { NO_STYLES } from "../xlsx/cellStyles.ts";
import { type OpenCell, readFastCell } from "../xlsx/fastCell.ts";
import { findMergedRanges, MergedCells, MergedFill } from "../xlsx/mergedCells.ts";
import { formatOfCode, shownText } from "../xlsx/numberFormat.ts";
import { UnreadableXlsx } from "../xlsx/unreadableXlsx.ts";
import { writeXlsx } from "../xlsx/writeXlsx.ts";
import { eachRow, XlsxSheet } from "../xlsx/xlsxRows.ts";
import { SheetReader } from "../xlsx/xlsxSheet.ts";
import { NO_STRINGS } from "../xlsx/xlsxStrings.ts";
import type { XlsxRow } from "../xlsx/xlsxValue.ts";

useFolder();

const PIECES = [
  '<c r="A1"',
  '<c r="ZZ9"',
  "<c",
  '<c r="XFE1"',
  ' s="1"',
  ' t="s"',
  ' t="str"',
  ' t="inlineStr"',
  ' t="b"',
  ' t="e"',
  ' t = "n"',
  " r='B2'",
  ">",
  "/>",
  "<v>",
  "<v/>",
  "</v>",
  "<f>A1</f>",
  "<is><t>",
  '<is><t xml:space="preserve">',
  "</t></is>",
  "</c>",
  "1.5",
  "&amp;",
  "x",
  "<![CDATA[7]]>",
  "<!-- c -->",
  "<row>",
  "</row>",
];

/** Returns the rows of a sheet that is read in pieces of a given length, or the reason that it cannot be read. */
function readSheet(xml: string, length: number): XlsxRow[] | string {
  const formats = [formatOfCode("General"), formatOfCode("0%")];
  const reader = new SheetReader({
    strings: NO_STRINGS,
    formats,
    styles: NO_STYLES,
    startsIn1904: false,
    isToBeCalculated: false,
  });
  const bytes = Buffer.from(xml);
  try {
    for (let at = 0; at < bytes.length; at += length) reader.push(bytes.subarray(at, at + length));
    reader.end();
  } catch (error) {
    if (error instanceof UnreadableXlsx) return error.message;
    throw error;
  }
  return reader.rows;
}

describe("the fast cell reader", () => {
  test("the fast cell reader reads cells like the tag-by-tag reader", () => {
    const piece = fc.constantFrom(...PIECES);
    const cell = fc
      .tuple(
        fc.constantFrom("A1", "C1", "XFD1", "B2"),
        fc.constantFrom("", ' s="1"', ' t="str"', ' t="b"'),
        fc.string(),
      )
      .map(
        ([reference, more, text]) => `<c r="${reference}"${more}><v>${text.replace(/[<>&]/g, "")}</v></c>`,
      );
    const sheet = fc.array(fc.oneof({ weight: 3, arbitrary: cell }, piece), { maxLength: 12 });
    fc.assert(
      fc.property(sheet, (pieces) => {
        const xml = sheetOf(`<row>${pieces.join("")}</row>`);
        // A piece of one byte never contains a complete cell.
        expect(readSheet(xml, xml.length + 1)).toEqual(readSheet(xml, 1));
      }),
      { numRuns: sampledRuns(600) },
    );
  });

  test("the fast cell reader leaves other cells unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
        const before: OpenCell = {
          column: 3,
          row: 2,
          type: "s",
          style: 7,
          raw: "r",
          hasValue: true,
          hasFormula: true,
        };
        const cell = { ...before };
        const text = pieces.join("");
        const end = readFastCell(text, 0, cell);
        if (end < 0) expect(cell).toEqual(before);
        else expect(text.slice(0, end)).toMatch(/(?:<\/c>|\/>)$/);
      }),
      { numRuns: sampledRuns(3_000) },
    );
  });
});

describe("merged ranges", () => {
  test("merged ranges are found for any chunking of the XML", async () => {
    const name = fc.constantFrom("A1:B2", "$A$1:$C$9", "A1", "A1:A1", "x", "AAA1:XFD1048576");
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { maxLength: 30 }),
        fc.integer({ min: 1, max: 60 }),
        async (names, length) => {
          const expected = new MergedCells();
          for (const name of names) expected.add(name);
          const xml = Buffer.from(
            `<x><mergeCells count="9">${names.map((name) => `<mergeCell ref="${name}"/>`).join("")}</mergeCells></x>`,
          );
          async function* chunks() {
            for (let at = 0; at < xml.length; at += length) yield xml.subarray(at, at + length);
          }
          expect(await findMergedRanges(chunks())).toEqual(expected.ranges);
        },
      ),
    );
  });

  test("merged ranges fill exactly their cells", () => {
    const merged = new MergedCells();
    merged.add("B2:C4");
    const fill = new MergedFill(merged.ranges, () => undefined);
    const rows: XlsxRow[] = [
      { line: 1, values: ["h"] },
      { line: 2, values: [1, "v"] },
      { line: 4, values: [2] },
      { line: 5, values: [3] },
    ];
    for (const row of rows) fill.fill(row);
    expect(rows.map(({ values }) => values)).toEqual([["h"], [1, "v", "v"], [2, "v", "v"], [3]]);
  });
});

describe("number formats", () => {
  test("number formats are recognized and shown, for any code", () => {
    const code = fc.oneof(fc.string(), fc.stringMatching(/^[0#?.,%ymdhs;"\\[\]_*EG+-]{0,40}$/));
    fc.assert(
      fc.property(code, fc.double({ noNaN: true, noDefaultInfinity: true }), (text, value) => {
        const { text: shown } = shownText(value, formatOfCode(text));
        expect(shown).not.toBe("");
      }),
      { numRuns: sampledRuns(3_000) },
    );
  });

  test.each([
    ["yyyy-mm-dd", "date"],
    ["dd.mm.yyyy hh:mm", "date"],
    ["mmm", "date"],
    ["[h]:mm:ss", "time"],
    ["h:mm AM/PM", "time"],
    ["[$-409]h:mm;@", "time"],
    ["General", "general"],
    ["@", "general"],
    ["0.00%", "fixed"],
    ['0.0 "°C"', "other"],
    ["#,##0.00", "other"],
    ['"day" 0', "other"],
  ])("%s is of the kind %s", (code, kind) => {
    expect(formatOfCode(code).kind).toBe(kind);
  });
});

test("a written workbook is read back unchanged", async () => {
  const text = fc.string({ unit: "binary", minLength: 1 });
  const value = fc.oneof(
    text,
    fc.constantFrom("_x0041_", " x ", "\r\n", "\ufffe", "<&>"),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
  );
  const row = fc.array(value, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      const path = newPath("xlsx");
      const parts: Buffer[] = [];
      async function* source() {
        yield* rows;
      }
      for await (const part of writeXlsx(source(), "a & b")) parts.push(part);
      await writeFile(path, Buffer.concat(parts));
      const read = [];
      for await (const { values } of eachRow(await XlsxSheet.open(await readFile(path)))) read.push(values);
      expect(read).toEqual(rows);
    }),
    { numRuns: sampledRuns(100) },
  );
});
