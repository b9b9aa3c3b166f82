import { writeFile } from "node:fs/promises";
import { writeXlsx } from "@pdp/formats/files";
import { isReserved } from "@pdp/trino/parse";

import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { column, ingest, newPath, readBack, useFolder } from "./ingesting.ts";
import { sheetOf, workbookOf } from "./zipping.ts";

useFolder();

const COLUMNS = [column("name", "STRING"), column("tm", "FLOAT64")];
const STYLES =
  '<styleSheet><fonts count="3"><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>';

function row(name: string, tm: number | string, style: number): string {
  const text = (value: string) => `<c s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
  return `<row>${text(name)}${typeof tm === "string" ? text(tm) : `<c s="${style}"><v>${tm}</v></c>`}</row>`;
}

describe("struck-through rows of a workbook", () => {
  const WARNING =
    "variants.xlsx: 2 rows are struck through (3, 5) but loaded like any other row. If they are not valid, delete them in the workbook.";
  const bytes = workbookOf({
    sheet: sheetOf(
      row("name", "tm", 1) + row("A", 1.5, 0) + row("B", 2.5, 1) + row("C", 3.5, 2) + row("D", 4.5, 1),
    ),
    styles: STYLES,
  });

  test("the preview names struck-through rows", async () => {
    const path = newPath("xlsx");
    await writeFile(path, bytes);
    const seen = await previewFile({ path, name: "variants.xlsx", isCut: false }, isReserved);
    expect([seen.problems, seen.warnings]).toEqual([[], [WARNING]]);
  });

  test("the load includes struck-through rows and names them", async () => {
    const { warnings, rows } = await ingest("XLSX", bytes, COLUMNS);
    expect([rows, warnings]).toEqual([4, [WARNING]]);
  });
});

describe("text that looks like a spreadsheet error", () => {
  test("text that looks like a spreadsheet error is preserved in a workbook download", async () => {
    const texts = ["#N/A", "#DIV/0!", "#1", "plain", "_x0023_N/A"];
    async function* rows() {
      yield ["name", "tm"];
      for (const text of texts) yield [text, 1.5];
    }
    const parts: Buffer[] = [];
    for await (const part of writeXlsx(rows(), "Sheet")) parts.push(part);
    const { sentences, target } = await ingest("XLSX", Buffer.concat(parts), COLUMNS);
    expect([sentences, await readBack(target)]).toEqual([[], texts.map((text) => [text, 1.5])]);
  });

  test("a spreadsheet error in any other cell is refused", async () => {
    const bytes = workbookOf({ sheet: sheetOf(row("name", "tm", 0) + row("#N/A", 1, 0)), styles: STYLES });
    expect((await ingest("XLSX", bytes, COLUMNS)).sentences[0]).toContain("is a spreadsheet error");
  });
});
