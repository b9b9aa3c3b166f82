import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { newPath, useFolder } from "../../../test/shared/formats/ingesting.ts";
import { sheetOf, workbookOf } from "../../../test/shared/formats/zipping.ts";
import { eachRow, XlsxSheet } from "../xlsx/xlsxRows.ts";

useFolder();

const inlineCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const sharedCell = (index: number): string => `<c t="s"><v>${index}</v></c>`;

describe("a large workbook", () => {
  const memory = async (bytes: Buffer): Promise<number> => {
    const path = newPath("xlsx");
    await writeFile(path, bytes);
    const before = process.memoryUsage();
    let peak = 0;
    let count = 0;
    for await (const _ of eachRow(await XlsxSheet.open(await readFile(path)))) {
      if (count++ % 5_000 !== 0) continue;
      const now = process.memoryUsage();
      peak = Math.max(peak, now.heapUsed + now.external - before.heapUsed - before.external);
    }
    return peak / 1_000_000;
  };

  test("1.8 million shared strings in 200,000 rows need little memory", async () => {
    const strings: string[] = [];
    const rows: string[] = [];
    for (let row = 0; row < 200_000; row++) {
      for (let cell = 0; cell < 9; cell++) strings.push(`<si><t>value ${row}-${cell}</t></si>`);
      rows.push(`<row>${Array.from({ length: 9 }, (_, cell) => sharedCell(9 * row + cell)).join("")}</row>`);
    }
    const file = workbookOf({ sheet: sheetOf(rows.join("")), strings: `<sst>${strings.join("")}</sst>` });
    // A tree that contains only the strings used more than 1 GB.
    expect(await memory(file)).toBeLessThan(300);
  });

  test("3 million empty shared strings need little memory", async () => {
    const strings = `<sst>${"<si><t/></si>".repeat(3_000_000)}</sst>`;
    const sheet = sheetOf(`<row>${inlineCell("a")}</row>`);
    expect(await memory(workbookOf({ sheet, strings }))).toBeLessThan(300);
  });

  test("a sheet may have 1,048,576 rows of 10 numbers", async () => {
    const row = `<row>${"<c><v>1.25</v></c>".repeat(10)}</row>`;
    const path = newPath("xlsx");
    await writeFile(path, workbookOf({ sheet: sheetOf(row.repeat(1_048_576)) }));
    let rows = 0;
    for await (const { values } of eachRow(await XlsxSheet.open(await readFile(path))))
      if (values.length === 10) rows++;
    expect(rows).toBe(1_048_576);
  });
});
